// The style of a form's page: system fonts only, light and dark, with the author's accent made readable.

import { DARK_BACKGROUND, LIGHT_BACKGROUND } from '#forms/definitions/contrast.ts'
import type { Settings } from '#forms/definitions/definition.ts'
import { readable, textOn } from './colours.ts'

const ACCENT = '#4a45c4'

const LIGHT = `--ink:#1b1d23;--soft:#555a66;--surface:${LIGHT_BACKGROUND};--canvas:#f4f5f8;--line:#dfe2e8;--edge:#7d8391;--bad:#b3241b;--tint:#f7f8fa`
const DARK = `--ink:#f1f2f4;--soft:#b4b8c2;--surface:${DARK_BACKGROUND};--canvas:#0f1115;--line:#30343d;--edge:#868c9a;--bad:#ff8b80;--tint:#1e2127`

function scheme(accent: string, surface: string, rest: string): string {
  const shown = readable(accent, surface)
  return `${rest};--accent:${shown};--on:${textOn(shown)}`
}

export function styleOf({ theme }: Settings): string {
  const accent = theme?.accent ?? ACCENT
  const light = `:root{color-scheme:light;${scheme(accent, LIGHT_BACKGROUND, LIGHT)}}`
  const dark = `:root{color-scheme:dark;${scheme(accent, DARK_BACKGROUND, DARK)}}`
  switch (theme?.appearance) {
    case 'light':
      return light + RULES
    case 'dark':
      return dark + RULES
    default:
      return `${light}@media (prefers-color-scheme:dark){${dark}}${RULES}`
  }
}

const RULES = `
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--canvas);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans Devanagari",sans-serif;overflow-wrap:break-word;padding:1.5rem 1rem 3rem}
main,footer{max-width:40rem;margin:0 auto}
main{background:var(--surface);border:1px solid var(--line);border-top:4px solid var(--accent);border-radius:10px;padding:2rem}
.embed{background:none;padding:2px}.embed main{border:0;border-radius:0;padding:.5rem}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .5rem;letter-spacing:-.01em;text-wrap:balance}
h2{font-size:1.25rem;line-height:1.3;margin:2rem 0 .25rem}
h2.part{margin:.25rem 0 0;color:var(--soft)}
p{margin:.5rem 0}
a{color:var(--accent);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.top{display:flex;flex-wrap:wrap;gap:.5rem 1rem;justify-content:space-between;align-items:center;margin:0 0 1.25rem;color:var(--soft);font-size:.875rem}
.langs{display:flex;flex-wrap:wrap;gap:.25rem;justify-content:flex-end;margin:-.5rem 0 1rem}
.langs [aria-current]{border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent);font-weight:700}
progress{width:7rem;height:.375rem;border:0;border-radius:9px;background:var(--line);overflow:hidden;accent-color:var(--accent)}
progress::-webkit-progress-bar{background:var(--line)}progress::-webkit-progress-value{background:var(--accent)}progress::-moz-progress-bar{background:var(--accent)}
.intro{color:var(--soft);white-space:pre-line;margin-bottom:1.5rem}
.q{border:0;margin:1.5rem 0 0;padding:0;min-width:0}
.q[hidden],.hp{display:none}
.l,legend{display:block;font-weight:600;padding:0;margin:0 0 .25rem}
.o{font-weight:400;color:var(--soft);font-size:.875rem}
.h{color:var(--soft);font-size:.9375rem;margin:0 0 .5rem;white-space:pre-line}
.e{color:var(--bad);font-weight:600;font-size:.9375rem;margin:0 0 .5rem}
input,textarea,select,button{font:inherit;color:inherit}
.i{display:block;width:100%;min-height:3rem;padding:.625rem .875rem;background:var(--surface);border:1px solid var(--edge);border-radius:8px}
[type=file].i{padding:.5rem}
::file-selector-button{font:inherit;font-weight:600;margin-inline-end:.75rem;padding:.25rem .875rem;border:1px solid var(--edge);border-radius:6px;background:var(--tint);color:var(--ink);cursor:pointer}
textarea.i{min-height:7.5rem;resize:vertical}
.i::placeholder{color:var(--soft);opacity:1}
.i[aria-invalid=true],.bad .opt{border-color:var(--bad)}
.short{max-width:14rem}
.tel{display:flex}.tel span{display:flex;align-items:center;padding:0 .75rem;border:1px solid var(--edge);border-inline-end:0;border-radius:8px 0 0 8px;background:var(--tint);color:var(--soft)}.tel .i{border-radius:0 8px 8px 0}
[dir=rtl] .tel span{border-radius:0 8px 8px 0}[dir=rtl] .tel .i{border-radius:8px 0 0 8px}
.opts{display:grid;gap:.5rem}
.opt{display:flex;gap:.75rem;align-items:flex-start;min-height:3rem;padding:.6875rem .875rem;border:1px solid var(--edge);border-radius:8px;background:var(--surface);cursor:pointer}
.opt input{flex:none;width:1.25rem;height:1.25rem;margin:.125rem 0 0;accent-color:var(--accent)}
.opt span{min-width:0;white-space:pre-line;overflow-wrap:anywhere}
.opt:has(:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.two{grid-template-columns:repeat(2,minmax(0,1fr));max-width:20rem}
.row{display:grid;grid-template-columns:repeat(auto-fill,minmax(2.625rem,1fr));gap:.375rem}
.stars{display:flex;flex-wrap:wrap}
.row label{position:relative;display:flex;align-items:center;justify-content:center;min-width:2.625rem;height:2.75rem;border:1px solid var(--edge);border-radius:8px;cursor:pointer;font-variant-numeric:tabular-nums}
.row input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.row label:has(:focus-visible){outline:3px solid var(--accent);outline-offset:2px}
.row label:has(:checked){background:var(--accent);border-color:var(--accent);color:var(--on);font-weight:700}
.stars label{border:0;font-size:2rem;color:var(--edge)}
.stars label:has(:checked),.stars label:has(~label :checked){background:none;color:var(--accent)}
.files{list-style:none;margin:0 0 .5rem;padding:0}
.files li{display:flex;gap:.5rem;align-items:center;justify-content:space-between;padding:.25rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
.sum{margin:1rem 0 1.5rem;padding:1rem 1.25rem;border:2px solid var(--bad);border-radius:8px}
.sum h2{margin:0;font-size:1.0625rem}.sum ul{margin:.5rem 0 0;padding-inline-start:1.25rem}.sum a{color:var(--bad)}
.note{margin:0 0 1.5rem;padding:.875rem 1.125rem;border:1px solid var(--edge);border-inline-start-width:5px;border-radius:8px;background:var(--tint)}
.acts{display:flex;flex-direction:row-reverse;justify-content:space-between;gap:.75rem;margin-top:2rem}
button,.button{display:inline-flex;align-items:center;justify-content:center;min-height:3rem;padding:.5rem 1.25rem;border:1px solid var(--edge);border-radius:8px;background:var(--surface);font-weight:600;text-decoration:none;cursor:pointer}
.main{background:var(--accent);border-color:var(--accent);color:var(--on)}
.small{min-height:2.5rem;padding:.25rem .75rem;font-size:.875rem;font-weight:500}
.done{display:flex;width:3.5rem;height:3.5rem;align-items:center;justify-content:center;margin:.5rem 0 1rem;border-radius:50%;background:var(--accent);color:var(--on);font-size:1.75rem;font-weight:700}
.vh{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
dt{font-weight:600;margin-top:1rem}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
footer{margin-top:1.25rem;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;justify-content:space-between;color:var(--soft);font-size:.8125rem}
footer p{margin:0}footer a{color:inherit;display:inline-block;padding:.25rem 0}
@media (max-width:30rem){body{padding:0}main{border-width:4px 0 1px;border-radius:0;padding:1.25rem 1rem}footer{padding:0 1rem 2rem}h1{font-size:1.5rem}.acts .main{flex:1}.r4{grid-template-columns:repeat(4,1fr)}.r5{grid-template-columns:repeat(5,1fr)}.r6{grid-template-columns:repeat(6,1fr)}}
@media (forced-colors:active){.opt:has(:checked),.row label:has(:checked){outline:3px solid Highlight}}
`
