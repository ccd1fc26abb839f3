<<<<<<<< HEAD:console/built/assets/import-status-Bwi0X6lG.js
import{g as e,m as t}from"./console-request-B_PKwXz_.js";import{xt as n}from"./index-eVvnE-76.js";import{n as r}from"./contact-tabs-DxSEWo1O.js";var i=e(),a={queued:`neutral`,running:`accent`,completed:`good`,failed:`bad`,cancelled:`neutral`};function o({one:{status:e,progress:o}}){let s=t(r);return(0,i.jsxs)(n,{tone:a[e]??`neutral`,children:[s.statuses[e]??e,e===`running`&&` ${o} %`]})}export{o as t};
========
import{g as e,m as t}from"./console-request-B_PKwXz_.js";import{xt as n}from"./index-YxmCjt1m.js";import{n as r}from"./contact-tabs-CBp6NccR.js";var i=e(),a={queued:`neutral`,running:`accent`,completed:`good`,failed:`bad`,cancelled:`neutral`};function o({one:{status:e,progress:o}}){let s=t(r);return(0,i.jsxs)(n,{tone:a[e]??`neutral`,children:[s.statuses[e]??e,e===`running`&&` ${o} %`]})}export{o as t};
>>>>>>>> c-contacts:console/built/assets/import-status-7QNbKnVF.js
