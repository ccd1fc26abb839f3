<<<<<<<< HEAD:console/built/assets/template-status-AgDuMEPf.js
import{g as e,m as t}from"./console-request-B_PKwXz_.js";import{xt as n}from"./index-DyL2wsuv.js";import{t as r}from"./words-GC2ErsiC.js";var i=e(),a={draft:`neutral`,submitted:`accent`,approved:`good`,rejected:`bad`,paused:`warn`};function o({status:e}){let o=t(r);return(0,i.jsx)(n,{tone:a[e]??`neutral`,children:o.statuses[e]??e})}export{o as t};
========
import{g as e,m as t}from"./console-request-B_PKwXz_.js";import{xt as n}from"./index-C2L03WAW.js";import{t as r}from"./words-BP-ca7pl.js";var i=e(),a={draft:`neutral`,submitted:`accent`,approved:`good`,rejected:`bad`,paused:`warn`};function o({status:e}){let o=t(r);return(0,i.jsx)(n,{tone:a[e]??`neutral`,children:o.statuses[e]??e})}export{o as t};
>>>>>>>> fa5f991 (Choose many conversations in the inbox, and find contacts by what one remembers of them):console/built/assets/template-status-Dxrdea60.js
