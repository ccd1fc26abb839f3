<<<<<<< HEAD:console/built/assets/act-DH1pd5tP.js
<<<<<<< HEAD:console/built/assets/act-BMODGbmR.js
<<<<<<<< HEAD:console/built/assets/act-BarwNcrf.js
import{O as e}from"./api-BRE_NkNY.js";import{Xt as t}from"./index-DyL2wsuv.js";import{n}from"./errors-D-9yfign.js";function r(){let t=e();return(...e)=>Promise.all(e.map(e=>t.invalidateQueries({queryKey:e})))}function i(){let e=r(),i=n();return async(n,...r)=>{try{await n()}catch(e){let{title:n,detail:r}=i(e);return t(n,{detail:r,isBad:!0}),!1}return await e(...r),!0}}async function a(e){let t=[];for await(let n of e)t.push(n);return t}export{i as n,r,a as t};
========
import{O as e}from"./api-DCrTCUV_.js";import{Xt as t}from"./index-CKDKpJMD.js";import{n}from"./errors-D-9yfign.js";function r(){let t=e();return(...e)=>Promise.all(e.map(e=>t.invalidateQueries({queryKey:e})))}function i(){let e=r(),i=n();return async(n,...r)=>{try{await n()}catch(e){let{title:n,detail:r}=i(e);return t(n,{detail:r,isBad:!0}),!1}return await e(...r),!0}}async function a(e){let t=[];for await(let n of e)t.push(n);return t}export{i as n,r,a as t};
>>>>>>>> 870b1db (Give the console a service worker: the frame without a server, and what is pushed):console/built/assets/act-BMODGbmR.js
=======
import{O as e}from"./api-DCrTCUV_.js";import{nn as t}from"./index-CPLu0jyh.js";import{n}from"./errors-D-9yfign.js";function r(){let t=e();return(...e)=>Promise.all(e.map(e=>t.invalidateQueries({queryKey:e})))}function i(){let e=r(),i=n();return async(n,...r)=>{try{await n()}catch(e){let{title:n,detail:r}=i(e);return t(n,{detail:r,isBad:!0}),!1}return await e(...r),!0}}async function a(e){let t=[];for await(let n of e)t.push(n);return t}export{i as n,r,a as t};
>>>>>>> 5c230ae (Let a person switch on notifications of a browser, and try the worker in Chromium):console/built/assets/act-DH1pd5tP.js
=======
import{O as e}from"./api-DCrTCUV_.js";import{nn as t}from"./index-M8B8Jw27.js";import{n}from"./errors-D-9yfign.js";function r(){let t=e();return(...e)=>Promise.all(e.map(e=>t.invalidateQueries({queryKey:e})))}function i(){let e=r(),i=n();return async(n,...r)=>{try{await n()}catch(e){let{title:n,detail:r}=i(e);return t(n,{detail:r,isBad:!0}),!1}return await e(...r),!0}}async function a(e){let t=[];for await(let n of e)t.push(n);return t}export{i as n,r,a as t};
>>>>>>> 76e15e9 (Forget the endpoint that a browser had before):console/built/assets/act-C3Jpluy1.js
