<<<<<<<< HEAD:console/built/assets/attempt-DrLiM54-.js
import{Xt as e}from"./index-DyL2wsuv.js";import{n as t}from"./errors-D-9yfign.js";function n(){let n=t();return async(t,r)=>{try{let n=await t();return r!==void 0&&e(r),n}catch(t){let{title:r,detail:i}=n(t);throw e(r,{detail:i,isBad:!0}),t}}}export{n as t};
========
import{Xt as e}from"./index-C2L03WAW.js";import{n as t}from"./errors-D-9yfign.js";function n(){let n=t();return async(t,r)=>{try{let n=await t();return r!==void 0&&e(r),n}catch(t){let{title:r,detail:i}=n(t);throw e(r,{detail:i,isBad:!0}),t}}}export{n as t};
>>>>>>>> fa5f991 (Choose many conversations in the inbox, and find contacts by what one remembers of them):console/built/assets/attempt-BwNTx9tV.js
