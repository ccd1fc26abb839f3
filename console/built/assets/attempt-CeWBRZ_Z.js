<<<<<<< HEAD:console/built/assets/attempt-DU1G-Nnv.js
<<<<<<< HEAD:console/built/assets/attempt-D23v3X6j.js
<<<<<<<< HEAD:console/built/assets/attempt-DrLiM54-.js
import{Xt as e}from"./index-DyL2wsuv.js";import{n as t}from"./errors-D-9yfign.js";function n(){let n=t();return async(t,r)=>{try{let n=await t();return r!==void 0&&e(r),n}catch(t){let{title:r,detail:i}=n(t);throw e(r,{detail:i,isBad:!0}),t}}}export{n as t};
========
import{Xt as e}from"./index-CKDKpJMD.js";import{n as t}from"./errors-D-9yfign.js";function n(){let n=t();return async(t,r)=>{try{let n=await t();return r!==void 0&&e(r),n}catch(t){let{title:r,detail:i}=n(t);throw e(r,{detail:i,isBad:!0}),t}}}export{n as t};
>>>>>>>> 870b1db (Give the console a service worker: the frame without a server, and what is pushed):console/built/assets/attempt-D23v3X6j.js
=======
import{nn as e}from"./index-CPLu0jyh.js";import{n as t}from"./errors-D-9yfign.js";function n(){let n=t();return async(t,r)=>{try{let n=await t();return r!==void 0&&e(r),n}catch(t){let{title:r,detail:i}=n(t);throw e(r,{detail:i,isBad:!0}),t}}}export{n as t};
>>>>>>> 5c230ae (Let a person switch on notifications of a browser, and try the worker in Chromium):console/built/assets/attempt-DU1G-Nnv.js
=======
import{nn as e}from"./index-M8B8Jw27.js";import{n as t}from"./errors-D-9yfign.js";function n(){let n=t();return async(t,r)=>{try{let n=await t();return r!==void 0&&e(r),n}catch(t){let{title:r,detail:i}=n(t);throw e(r,{detail:i,isBad:!0}),t}}}export{n as t};
>>>>>>> 76e15e9 (Forget the endpoint that a browser had before):console/built/assets/attempt-CeWBRZ_Z.js
