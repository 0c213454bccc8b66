import numpy as np, pandas as pd
d=pd.read_csv('spy-ta-lib.csv')
o,h,l,c,v=(d[k].astype(float) for k in ('open','high','low','close','volume'))
out={}
def put(k,s): out[k]=pd.Series(np.asarray(s,float))
def ewm(x,span=None,alpha=None,minp=0): return x.ewm(span=span,alpha=alpha,adjust=False,min_periods=minp).mean()
prev=c.shift()
tr=pd.concat([h-l,(h-prev).abs(),(l-prev).abs()],axis=1).max(axis=1)   # bar 0: h-l
tr1=tr.copy(); tr1.iloc[0]=np.nan
# swing
m=c.rolling(20).mean(); s=c.rolling(20).std()
put('swing:bbands.upper',m+2*s); put('swing:bbands.middle',m); put('swing:bbands.lower',m-2*s)
s10=c.rolling(10).std(); put('swing:bbands[period=10;up=1.5].lower',c.rolling(10).mean()-1.5*s10)
put('swing:trange',tr); put('swing:atr',ewm(tr,span=14)); put('swing:atr[period=20]',ewm(tr,span=20))
delta=c.diff(); g=delta.where(delta>0,0.0); ls=(-delta).where(delta<0,0.0)
rsi=100-100/(1+g.rolling(14).mean()/ls.rolling(14).mean()); put('swing:rsi',rsi)
put('swing:rsi[period=9]',100-100/(1+g.rolling(9).mean()/ls.rolling(9).mean()))
def macd(fast,slow,sig):
    a=ewm(c,span=fast)-ewm(c,span=slow); b=ewm(a,span=sig); return a,b,a-b
for n,x in zip(('macd','signal','histogram'),macd(12,26,9)): put(f'swing:macd.{n}',x)
for n,x in zip(('macd','signal','histogram'),macd(5,13,4)): put(f'swing:macd[fast=5;slow=13;signal=4].{n}',x)
mid=ewm(c,span=20); a20=ewm(tr,span=20)
put('swing:kc.upper',mid+2*a20); put('swing:kc.middle',mid); put('swing:kc.lower',mid-2*a20)
lo=rsi.rolling(14).min(); hi=rsi.rolling(14).max(); raw=(rsi-lo)/(hi-lo)
k=raw.rolling(3).mean(); put('swing:stochrsi.k',k); put('swing:stochrsi.d',k.rolling(3).mean())
on=((m-2*s>mid-1.5*a20)&(m+2*s<mid+1.5*a20)).astype(float); on[m.isna()|s.isna()]=np.nan
put('swing:squeeze.on',on)
mid9=ewm(c,span=9); a9=ewm(tr,span=9); put('swing:kc[period=9;width=1.5].upper',mid9+1.5*a9)
r9=100-100/(1+g.rolling(9).mean()/ls.rolling(9).mean()); w9=(r9-r9.rolling(9).min())/(r9.rolling(9).max()-r9.rolling(9).min()); k9=w9.rolling(3).mean(); put('swing:stochrsi[period=9].k',k9); put('swing:stochrsi[period=9].d',k9.rolling(3).mean())
# service
put('service:sma',c.rolling(20).mean()); put('service:ema',ewm(c,span=20,minp=20)); put('service:ema[period=7]',ewm(c,span=7,minp=7))
up=delta.clip(lower=0); dn=(-delta).clip(lower=0)
put('service:rsi',100-100/(1+up.rolling(14).mean()/dn.rolling(14).mean()))
line=c.rolling(12).mean()-c.rolling(26).mean(); sg=line.rolling(9).mean()
put('service:macd.macd',line); put('service:macd.signal',sg); put('service:macd.histogram',line-sg)
# tradingview
def seeded(x,n,alpha):
    x=np.asarray(x,float); y=np.full(len(x),np.nan); i0=int(np.argmax(~np.isnan(x))); 
    if i0+n>len(x): return y
    y[i0+n-1]=x[i0:i0+n].mean()
    for i in range(i0+n,len(x)): y[i]=alpha*x[i]+(1-alpha)*y[i-1]
    return y
ema=lambda x,n: seeded(x,n,2/(n+1)); rma=lambda x,n: seeded(x,n,1/n)
put('tradingview:ema[period=9]',ema(c,9)); put('tradingview:rma[period=9]',rma(c,9))
line=ema(c,12)-ema(c,26); sg=ema(line,9)
put('tradingview:macd.macd',line); put('tradingview:macd.signal',sg); put('tradingview:macd.histogram',line-sg)
put('tradingview:atr',rma(tr,14)); put('tradingview:trange',tr1)
u=delta.clip(lower=0); w=(-delta).clip(lower=0); put('tradingview:rsi',100-100/(1+rma(u,14)/rma(w,14)))
m20=c.rolling(20).mean(); sd=c.rolling(20).std(ddof=0); put('tradingview:bbands.upper',m20+2*sd); put('tradingview:bbands.lower',m20-2*sd)
uu=h.diff(); dd=-l.diff()
pdm=np.where((uu>dd)&(uu>0),uu,0.0); mdm=np.where((dd>uu)&(dd>0),dd,0.0); pdm[0]=mdm[0]=np.nan
a=rma(tr1,14); pdi=100*rma(pdm,14)/a; mdi=100*rma(mdm,14)/a; dx=abs(pdi-mdi)/(pdi+mdi)
put('tradingview:plus_di',pdi); put('tradingview:minus_di',mdi); put('tradingview:dx',100*dx); put('tradingview:adx',100*rma(dx,14))
put('tradingview:stoch.k',100*(c-l.rolling(14).min())/(h.rolling(14).max()-l.rolling(14).min()))
ps=u.rolling(14).sum(); ns=w.rolling(14).sum(); put('tradingview:cmo',100*(ps-ns)/(ps+ns))
put('tradingview:obv',(np.sign(delta).fillna(0)*v).cumsum())
tp=(h+l+c)/3; mean=c.rolling(20).mean()

at=rma(tr,10); src=(h+l)/2; ub=src+3*at; lb=src-3*at
st=np.full(len(c),np.nan); dirn=np.full(len(c),np.nan); pu=pl=0.0; wasupper=True
for i in range(len(c)):
    if np.isnan(at[i]): continue
    L,U=lb[i],ub[i]
    L = L if (L>pl or c[i-1]<pl) else pl
    U = U if (U<pu or c[i-1]>pu) else pu
    first=np.isnan(at[i-1])
    dr = 1 if first else ((-1 if c[i]>U else 1) if wasupper else (1 if c[i]<L else -1))
    st[i]= L if dr==-1 else U; wasupper= dr==1; pl,pu=L,U; dirn[i]=-dr
put('tradingview:supertrend.supertrend',st); put('tradingview:supertrend.trend',dirn)
put('tradingview:kc.middle',ema(c,20))
rw=100-100/(1+rma(u,14)/rma(w,14)); rw=pd.Series(rw); sk=(100*(rw-rw.rolling(14).min())/(rw.rolling(14).max()-rw.rolling(14).min())).rolling(3).mean(); put('tradingview:stochrsi.k',sk); put('tradingview:stochrsi.d',sk.rolling(3).mean())
kcm=ema(c,20); kr=ema(tr1,20)
put('tradingview:kc.upper',kcm+2*kr); put('tradingview:kc.lower',kcm-2*kr)

# modes by themselves
for n in (1,2,5,14):
    put(f':ema[period={n};seed=first]',ewm(c,span=n)); put(f':ema[period={n};seed=late]',ewm(c,span=n,minp=n)); put(f':rma[period={n};seed=first]',ewm(c,alpha=1/n))
def chain(x,n,k,late):
    r=[]
    for _ in range(k): x=ewm(x,span=n,minp=n if late else 0); r.append(x)
    return r
for late,name in ((0,'first'),(1,'late')):
    e=chain(c,6,6,late)
    put(f':dema[period=6;seed={name}]',2*e[0]-e[1]); put(f':tema[period=6;seed={name}]',3*e[0]-3*e[1]+e[2])
    t=100*(e[2]/e[2].shift()-1); put(f':trix[period=6;seed={name}]',t)
    f=.7; put(f':t3[period=6;seed={name}]',-f**3*e[5]+(3*f*f+3*f**3)*e[4]+(-6*f*f-3*f-3*f**3)*e[3]+(1+3*f+f**3+3*f*f)*e[2])
    z=(2*c-c.shift(2)); put(f':zlema[period=6;seed={name}]',z.ewm(span=6,adjust=False,min_periods=6 if late else 0).mean())
    a=ewm(c,span=5,minp=5 if late else 0)-ewm(c,span=13,minp=13 if late else 0); b=a.ewm(span=4,adjust=False,min_periods=4 if late else 0).mean()
    put(f':macd[fast=5;slow=13;signal=4;seed={name}].macd',a); put(f':macd[fast=5;slow=13;signal=4;seed={name}].signal',b); put(f':macd[fast=5;slow=13;signal=4;seed={name}].histogram',a-b)
put(':rsi[period=9;first_bar=zero]',100-100/(1+seeded(g,9,1/9)/seeded(ls,9,1/9)))
put(':rsi[period=9;smoothing=simple]',100-100/(1+up.rolling(9).mean()/dn.rolling(9).mean()))
put(':cmo[period=9;smoothing=simple]',100*(up.rolling(9).sum()-dn.rolling(9).sum())/(up.rolling(9).sum()+dn.rolling(9).sum()))
put(':atr[period=9;smoothing=simple;first_bar=range]',tr.rolling(9).mean()); put(':atr[period=9;smoothing=simple]',tr1.rolling(9).mean())
put(':atr[period=9;first_bar=range]',seeded(tr,9,1/9)); put(':atr[period=9;smoothing=ema]',seeded(tr1,9,.2))
put(':atr[period=9;seed=first]',tr1.ewm(alpha=1/9,adjust=False).mean()); put(':atr[period=9;seed=late;smoothing=ema]',tr1.ewm(span=9,adjust=False,min_periods=9).mean())
put(':natr[period=9;first_bar=range]',100*seeded(tr,9,1/9)/c)
put(':stdev[period=9;deviation=sample]',c.rolling(9).std())
df=pd.DataFrame(out); df.insert(0,'date',d.iloc[:,0])
df.to_csv('conventions.csv',index=False,float_format='%.17g')
print(df.shape)
