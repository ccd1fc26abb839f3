<<<<<<< HEAD:console/built/assets/template-status-B5KcGrBC.js
<<<<<<< HEAD:console/built/assets/template-status-Bq-uGMbu.js
<<<<<<<< HEAD:console/built/assets/template-status-AgDuMEPf.js
import{g as e,m as t}from"./console-request-B_PKwXz_.js";import{xt as n}from"./index-DyL2wsuv.js";import{t as r}from"./words-GC2ErsiC.js";var i=e(),a={draft:`neutral`,submitted:`accent`,approved:`good`,rejected:`bad`,paused:`warn`};function o({status:e}){let o=t(r);return(0,i.jsx)(n,{tone:a[e]??`neutral`,children:o.statuses[e]??e})}export{o as t};
========
import{g as e,m as t}from"./console-request-B_PKwXz_.js";import{xt as n}from"./index-CKDKpJMD.js";import{t as r}from"./words-BrR2UbuF.js";var i=e(),a={draft:`neutral`,submitted:`accent`,approved:`good`,rejected:`bad`,paused:`warn`};function o({status:e}){let o=t(r);return(0,i.jsx)(n,{tone:a[e]??`neutral`,children:o.statuses[e]??e})}export{o as t};
>>>>>>>> 870b1db (Give the console a service worker: the frame without a server, and what is pushed):console/built/assets/template-status-Bq-uGMbu.js
=======
import{g as e,m as t}from"./console-request-B_PKwXz_.js";import{yt as n}from"./index-CPLu0jyh.js";import{t as r}from"./words-BrR2UbuF.js";var i=e(),a={draft:`neutral`,submitted:`accent`,approved:`good`,rejected:`bad`,paused:`warn`};function o({status:e}){let o=t(r);return(0,i.jsx)(n,{tone:a[e]??`neutral`,children:o.statuses[e]??e})}export{o as t};
>>>>>>> 5c230ae (Let a person switch on notifications of a browser, and try the worker in Chromium):console/built/assets/template-status-B5KcGrBC.js
=======
import{g as e,m as t}from"./console-request-B_PKwXz_.js";import{yt as n}from"./index-M8B8Jw27.js";import{t as r}from"./words-BrR2UbuF.js";var i=e(),a={draft:`neutral`,submitted:`accent`,approved:`good`,rejected:`bad`,paused:`warn`};function o({status:e}){let o=t(r);return(0,i.jsx)(n,{tone:a[e]??`neutral`,children:o.statuses[e]??e})}export{o as t};
>>>>>>> 76e15e9 (Forget the endpoint that a browser had before):console/built/assets/template-status-CIQaBekp.js
