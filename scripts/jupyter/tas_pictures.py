"""Charts of tas as pictures (SVG), drawn from the rows of a result of the kind `chart`."""

from html import escape

COLOURS = ["#2563eb", "#dc2626", "#059669", "#d97706", "#7c3aed", "#0891b2"]
WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 760, 300, 70, 26, 24


def chart(data):
    """The picture of a chart's columns against its first one; None where no two values stand in a column."""
    columns, rows = data["columns"], data["rows"]
    series = []
    for place, name in enumerate(columns[1:], start=1):
        points = [(i, row[place]) for i, row in enumerate(rows) if isinstance(row[place], (int, float))]
        if len(points) > 1:
            series.append((name, points))
    if not series:
        return None
    values = [value for _, points in series for _, value in points]
    low, high = min(values), max(values)
    if low == high:
        low, high = low - 1, high + 1
    across = (WIDTH - LEFT - 10) / max(1, len(rows) - 1)
    up = (HEIGHT - TOP - BOTTOM) / (high - low)

    def place_of(index, value):
        return f"{LEFT + index * across:.1f},{HEIGHT - BOTTOM - (value - low) * up:.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        'style="background:#fff;font:12px sans-serif">'
    ]
    for step in range(5):
        value = low + (high - low) * step / 4
        height = HEIGHT - BOTTOM - (value - low) * up
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - 10}" y1="{height:.1f}" y2="{height:.1f}" stroke="#e5e7eb"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{height + 4:.1f}" text-anchor="end" fill="#374151">{value:,.6g}</text>')
    for index, anchor in ((0, "start"), (len(rows) - 1, "end")):
        parts.append(
            f'<text x="{LEFT + index * across:.1f}" y="{HEIGHT - 8}" text-anchor="{anchor}" fill="#374151">'
            f"{escape(str(rows[index][0]))}</text>"
        )
    for number, (name, points) in enumerate(series):
        colour = COLOURS[number % len(COLOURS)]
        line = " ".join(place_of(index, value) for index, value in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        parts.append(f'<text x="{LEFT + number * 150}" y="15" fill="{colour}">{escape(name)}</text>')
    return "".join(parts) + "</svg>"
