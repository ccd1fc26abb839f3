<<<<<<<< HEAD:console/built/assets/template-status-CzVxhTSf.js
import{g as e,m as t}from"./console-request-B_PKwXz_.js";import{xt as n}from"./index-eVvnE-76.js";import{t as r}from"./words-C1bmlNXg.js";var i=e(),a={draft:`neutral`,submitted:`accent`,approved:`good`,rejected:`bad`,paused:`warn`};function o({status:e}){let o=t(r);return(0,i.jsx)(n,{tone:a[e]??`neutral`,children:o.statuses[e]??e})}export{o as t};
========
import{g as e,m as t}from"./console-request-B_PKwXz_.js";import{xt as n}from"./index-YxmCjt1m.js";import{t as r}from"./words-BIz6-lPS.js";var i=e(),a={draft:`neutral`,submitted:`accent`,approved:`good`,rejected:`bad`,paused:`warn`};function o({status:e}){let o=t(r);return(0,i.jsx)(n,{tone:a[e]??`neutral`,children:o.statuses[e]??e})}export{o as t};
>>>>>>>> c-contacts:console/built/assets/template-status-BTE4DIgP.js
