// The style of the devices: a phone and a mailbox next to each other, stacked on narrow screens.

export const STYLE = `
.document { max-width: 72rem }
.top { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin-top: 1.5rem }
.top h1 { margin: 0 }
[hidden] { display: none !important }
button, .button { min-height: 2.75rem; background: var(--surface); font-weight: 500 }
button:hover, .button:hover, label:hover > .button { background: var(--hover) }
button.main:hover, .button.main:hover { background: color-mix(in oklab, var(--accent) 88%, var(--ink)) }
summary { width: fit-content; padding: .25rem 0; color: var(--soft); cursor: pointer }
summary:hover { color: var(--ink) }
.line { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: 1rem 0 }
#signed-in { align-items: center }
.line label + button { margin: 0 }
.line label { flex: 1 1 14rem; min-width: 0; margin: 0 }
.chips { display: flex; flex-wrap: wrap; gap: .5rem; margin: .5rem 0 0; padding: 0; list-style: none }
.chips button { min-height: 2.25rem; padding: .25rem .75rem; border-radius: 99px; font-size: .875rem; overflow-wrap: anywhere }
.devices { display: grid; grid-template-columns: minmax(0, 22rem) minmax(0, 1fr); gap: 1.5rem; align-items: start }
.device { min-width: 0; border: 1px solid var(--line); border-radius: .75rem; background: var(--canvas); overflow: hidden }
.phone { border-width: 6px; border-color: var(--edge); border-radius: 1.75rem }
.device h3 { margin: 0; padding: .75rem 1rem .25rem; font-size: 1rem }
[role=tablist] { display: grid; grid-template-columns: 1fr 1fr; padding: 0 1rem; gap: .5rem }
[role=tab] { padding: .375rem .5rem; background: none; border: 0; border-bottom: 3px solid transparent; border-radius: 0 }
[role=tab][aria-selected=true] { border-color: var(--accent); font-weight: 600 }
.thread { display: flex; flex-direction: column; gap: .5rem; height: 26rem; padding: 1rem; overflow-y: auto; background: var(--surface); border-block: 1px solid var(--line) }
.bubble { max-width: 85%; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--hover); overflow-wrap: anywhere }
.bubble.written { align-self: flex-end; border-color: var(--accent) }
.bubble p { margin: 0; white-space: pre-wrap }
.meta { display: block; color: var(--soft); font-size: .8125rem }
.bubble blockquote { margin: 0 0 .375rem; padding: .25rem .5rem; border-left: 3px solid var(--accent); background: var(--surface); font-size: .875rem; white-space: pre-wrap }
.bubble strong { display: block }
.list .acts { flex-direction: column; align-items: stretch }
.list button { text-align: left }
#quoting { display: flex; flex: 1 1 100%; gap: .5rem; align-items: center; margin: 0; font-size: .875rem }
#quoted { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
#quoting button { min-height: 2.25rem; padding: .25rem .5rem }
.bubble details, .mail details { margin-top: .25rem; font-size: .875rem }
.acts { display: flex; flex-wrap: wrap; gap: .375rem; margin-top: .375rem; align-items: end }
.acts button, .acts .button { min-height: 2.25rem; padding: .25rem .75rem; font-size: .875rem }
.acts label { flex: 1 1 100%; font-size: .8125rem }
.acts input { padding: .25rem .5rem }
.bubble .header { display: block; margin-bottom: .25rem }
.place { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 .625rem; margin: -.125rem -.25rem .375rem; padding: .625rem; border-radius: .5rem; background: var(--surface); font-size: .875rem }
.place > * { grid-column: 2 }
.place .pin { grid-column: 1; grid-row: 1 / span 3; align-self: center; width: 1rem; height: 1rem; border: .25rem solid var(--accent); border-radius: 50% 50% 50% 0; transform: rotate(-45deg) }
.buttons { padding-top: .375rem; border-top: 1px solid var(--line) }
.composer { display: flex; gap: .5rem; align-items: end; margin: 0; padding: .75rem 1rem }
.composer label { flex: 1; min-width: 0; margin: 0 }
.composer label + label, .composer label + button { margin: 0 }
.composer { flex-wrap: wrap }
.files { display: flex; flex: 1 1 100%; gap: .75rem; align-items: center; min-width: 0; font-size: .875rem }
.files label { position: relative; flex: none; cursor: pointer }
.files input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; padding: 0; opacity: 0; cursor: pointer }
.files input:focus-visible + .button { outline: 2px solid var(--accent); outline-offset: 2px }
.chosen { min-width: 0; color: var(--soft); overflow-wrap: anywhere }
.attached { display: flex; flex-wrap: wrap; gap: .5rem; margin: .375rem 0 0; padding: 0; list-style: none; font-size: .875rem }
.attached li { max-width: 100%; overflow-wrap: anywhere }
.attached img { display: block; max-width: 100%; max-height: 8rem; border: 1px solid var(--line); border-radius: 6px }
.stacked { flex-direction: column; align-items: stretch }
.stacked .files { flex: none }
.stacked .main { align-self: flex-end }
.empty { margin: 0; padding: 1rem; color: var(--soft) }
#mails { max-height: 16rem; margin: 0; padding: 0; overflow-y: auto; list-style: none; background: var(--surface); border-block: 1px solid var(--line) }
#mails button { width: 100%; padding: .625rem 1rem; border: 0; border-bottom: 1px solid var(--line); border-radius: 0; text-align: left; overflow-wrap: anywhere }
#mails button[aria-current=true] { background: var(--hover); box-shadow: inset 3px 0 var(--accent) }
.mail { padding: 1rem; background: var(--surface) }
.mail h4 { margin: 0; font-size: 1.125rem; overflow-wrap: anywhere }
.text { font: inherit }
iframe { width: 100%; height: 24rem; margin: .5rem 0; border: 1px solid var(--edge); border-radius: 6px; background: #fff; color-scheme: light }
#signed-out .button { display: block; width: fit-content; margin-top: .5rem }
#status { min-height: 1.5rem; font-weight: 600 }
#behaviour { margin: 1.5rem 0 }
#behaviour summary { color: var(--ink); font-weight: 600 }
select { width: 100%; margin-top: .25rem; padding: .625rem .75rem; border: 1px solid var(--edge); border-radius: 6px; background: var(--surface); color: var(--ink); font: inherit; font-weight: 400 }
.steps { padding-left: 1.25rem }
.steps li { margin-bottom: 1rem; padding-left: .25rem }
@media (pointer: coarse) { .acts button, .acts .button, .chips button, #quoting button { min-height: 2.75rem } }
@media (max-width: 50rem) { .devices { grid-template-columns: minmax(0, 1fr) } .thread { height: 20rem } }
`
