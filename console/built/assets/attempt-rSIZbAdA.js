<<<<<<<< HEAD:console/built/assets/attempt-cFlOgFVf.js
import{Xt as e}from"./index-eVvnE-76.js";import{n as t}from"./errors-D-9yfign.js";function n(){let n=t();return async(t,r)=>{try{let n=await t();return r!==void 0&&e(r),n}catch(t){let{title:r,detail:i}=n(t);throw e(r,{detail:i,isBad:!0}),t}}}export{n as t};
========
import{Xt as e}from"./index-YxmCjt1m.js";import{n as t}from"./errors-D-9yfign.js";function n(){let n=t();return async(t,r)=>{try{let n=await t();return r!==void 0&&e(r),n}catch(t){let{title:r,detail:i}=n(t);throw e(r,{detail:i,isBad:!0}),t}}}export{n as t};
>>>>>>>> c-contacts:console/built/assets/attempt-rSIZbAdA.js
