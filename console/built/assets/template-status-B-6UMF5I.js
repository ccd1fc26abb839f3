<<<<<<<< HEAD:console/built/assets/template-status-DYjvK8Yg.js
import{g as e,m as t}from"./console-request-C4dCfKh_.js";import{yt as n}from"./index-ChOQn7Gt.js";import{t as r}from"./words-DJShplg0.js";var i=e(),a={draft:`neutral`,submitted:`accent`,approved:`good`,rejected:`bad`,paused:`warn`};function o({status:e}){let o=t(r);return(0,i.jsx)(n,{tone:a[e]??`neutral`,children:o.statuses[e]??e})}export{o as t};
========
import{g as e,m as t}from"./console-request-C4dCfKh_.js";import{yt as n}from"./index-BMvyLKJd.js";import{t as r}from"./words-Dz-lk8fD.js";var i=e(),a={draft:`neutral`,submitted:`accent`,approved:`good`,rejected:`bad`,paused:`warn`};function o({status:e}){let o=t(r);return(0,i.jsx)(n,{tone:a[e]??`neutral`,children:o.statuses[e]??e})}export{o as t};
>>>>>>>> 0e12097 (Number the console's rules once, in order):console/built/assets/template-status-B-6UMF5I.js
