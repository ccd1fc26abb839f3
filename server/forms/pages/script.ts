// The page's script; the form works without it. It shows and hides questions by their conditions, reports starts and
// the last answered field, blocks double submissions, and reports the form's height to an embedding page.

/** The equivalent of `holds` in definitions/holds.ts, for normalized texts: a property test compares the two. */
export const HOLDS = `function holds(c,a,t){
if(c.all)return c.all.every(function(x){return holds(x,a,t)})
if(c.any)return c.any.some(function(x){return holds(x,a,t)})
if(c.not)return !holds(c.not,a,t)
var v=Object.prototype.hasOwnProperty.call(a,c.field)?a[c.field]:{l:[]},l=v.l,f=function(x){return String(x).toLowerCase()}
if('answered' in c)return (l.length>0)===c.answered
if('is' in c)return l.indexOf(f(c.is))>=0
if('is_not' in c)return l.indexOf(f(c.is_not))<0
if('contains' in c)return v.m?l.indexOf(f(c.contains))>=0:l.some(function(x){return x.indexOf(f(c.contains))>=0})
if(l.length!==1)return false
var b='before' in c,o=String(b?c.before:c.after);if(o==='today')o=t
var n=/^-?[0-9]+(\\.[0-9]+)?$/,p=n.test(l[0]),q=n.test(o);if(p!==q)return false
var d=p?Number(l[0])-Number(o):l[0]<o?-1:l[0]>o?1:0
return b?d<0:d>0}`

export const PAGE_SCRIPT = `(function(){'use strict'
${HOLDS}
var f=document.getElementById('f'),began=false,sent=false
function digits(s){return s.replace(/[\\u0660-\\u0669\\u06f0-\\u06f9\\u0966-\\u096f\\u09e6-\\u09ef\\u0a66-\\u0a6f\\u0ae6-\\u0aef\\u0b66-\\u0b6f\\u0be6-\\u0bef\\u0c66-\\u0c6f\\u0ce6-\\u0cef\\u0d66-\\u0d6f]/g,function(d){return d.charCodeAt(0)-(d.charCodeAt(0)<0x700?0x660:0x966)&15})}
function answer(q){var l=[],k=q.dataset.k,t=q.dataset.t
q.querySelectorAll('input,select,textarea').forEach(function(i){
if(i.disabled||i.name!==k)return
if((i.type==='checkbox'||i.type==='radio')&&!i.checked)return
var v=i.type==='file'?Array.prototype.map.call(i.files,function(x){return x.name}):[i.value.trim()]
v.forEach(function(x){if(x)l.push(x.toLowerCase())})})
if(t==='n')l=l.map(function(x){var n=Number(digits(x).replace(/[\\s,]/g,''));return isNaN(n)?'':String(n===0?0:n)}).filter(Boolean)
if(t==='b')l=l.map(function(x){return x==='yes'?'true':'false'})
return {l:l,m:t==='m'}}
function update(){var a={},known=JSON.parse(f.dataset.known||'{}'),k
for(k in known)a[k]=known[k]
f.querySelectorAll('.q').forEach(function(q){
if(q.dataset.if){var on=holds(JSON.parse(q.dataset.if),a,f.dataset.today)
q.hidden=!on
q.querySelectorAll('input,select,textarea').forEach(function(i){i.disabled=!on})
if(!on)return}
if(q.dataset.k)a[q.dataset.k]=answer(q)})
size()}
function size(){if(window.parent!==window)window.parent.postMessage({samvadForm:document.body.dataset.slug,height:document.body.getBoundingClientRect().height,redirect:document.body.dataset.redirect||null},'*')}
if(f){f.addEventListener('input',function(){
if(!began){began=true;var s=f.elements._started;if(s&&!s.value){s.value='1';if(navigator.sendBeacon)navigator.sendBeacon(f.dataset.start,f.elements._state.value)}}
if(f.querySelector('[data-if]'))update()})
f.addEventListener('submit',function(e){if(sent){e.preventDefault();return}sent=true;setTimeout(function(){sent=false},4000)})
document.addEventListener('visibilitychange',function(){var l=f.elements._last,k=''
if(!began||sent||document.visibilityState!=='hidden'||!navigator.sendBeacon)return
f.querySelectorAll('.q').forEach(function(q){if(q.dataset.k&&!q.hidden&&answer(q).l.length)k=q.dataset.k})
if(k&&k!==l.value&&navigator.sendBeacon(f.dataset.start,[f.elements._state.value,k,l.value].join(' ')))l.value=k})
window.addEventListener('pageshow',function(){sent=false;update()})
if(f.querySelector('[data-if]'))update()}
if(window.parent!==window){size();window.addEventListener('load',size);if(window.ResizeObserver)new ResizeObserver(size).observe(document.body)}
})()`

/** Finds a proof of work while the page stays usable, and submits. SHA-256 of FIPS 180-4 for one block. */
export const PROOF_SCRIPT = `(function(){'use strict'
var f=document.getElementById('f'),n=f.dataset.nonce,b=Number(f.dataset.bits),i=0,K=[],H=[],p=2,c=0
function frac(x){return (x-Math.floor(x))*4294967296|0}
for(;c<64;p++){for(var d=2,is=true;d*d<=p;d++)if(p%d===0){is=false;break}
if(is){if(c<8)H[c]=frac(Math.pow(p,1/2));K[c++]=frac(Math.pow(p,1/3))}}
function first(s){var w=new Array(64),l=s.length,j
for(j=0;j<16;j++)w[j]=0
for(j=0;j<l;j++)w[j>>2]|=s.charCodeAt(j)<<(24-j%4*8)
w[l>>2]|=128<<(24-l%4*8);w[15]=l*8
for(j=16;j<64;j++){var x=w[j-15],y=w[j-2]
w[j]=(w[j-16]+((x>>>7|x<<25)^(x>>>18|x<<14)^x>>>3)+w[j-7]+((y>>>17|y<<15)^(y>>>19|y<<13)^y>>>10))|0}
var a=H[0],B=H[1],C=H[2],D=H[3],e=H[4],F=H[5],g=H[6],h=H[7]
for(j=0;j<64;j++){var t=(h+((e>>>6|e<<26)^(e>>>11|e<<21)^(e>>>25|e<<7))+(e&F^~e&g)+K[j]+w[j])|0
var u=(((a>>>2|a<<30)^(a>>>13|a<<19)^(a>>>22|a<<10))+(a&B^a&C^B&C))|0
h=g;g=F;F=e;e=(D+t)|0;D=C;C=B;B=a;a=(t+u)|0}
return (a+H[0])>>>0}
function work(){for(var end=i+4000;i<end;i++)if(first(n+':'+i)>>>(32-b)===0){f.elements._proof.value=i;f.submit();return}
setTimeout(work,0)}
document.body.classList.add('works');work()})()`

/** The script that embeds the form in another page: a frame as high as the form. Served at \`/f/SLUG/embed.js\`. */
export const EMBED_SCRIPT = `(function(){'use strict'
var s=document.currentScript,u=new URL(s.src),f=document.createElement('iframe'),q=new URLSearchParams(location.search)
var base=u.origin+u.pathname.replace(/\\/embed\\.js$/,''),slug=base.slice(base.lastIndexOf('/')+1)
q.set('embed','1');q.set('ref',location.hostname);if(s.dataset.lang)q.set('lang',s.dataset.lang)
f.src=base+'?'+q;f.title=s.dataset.title||'Form';f.loading='lazy'
f.style.cssText='display:block;width:100%;height:600px;border:0;color-scheme:normal'
s.parentNode.insertBefore(f,s)
window.addEventListener('message',function(e){
if(e.source!==f.contentWindow||e.origin!==u.origin||!e.data||e.data.samvadForm!==slug)return
var h=Number(e.data.height);if(h>0)f.style.height=Math.min(Math.ceil(h),20000)+'px'
if(typeof e.data.redirect==='string'&&e.data.redirect.indexOf('https://')===0)location.assign(e.data.redirect)})
})()`
