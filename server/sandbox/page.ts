// The sandbox page: a phone and a mailbox for any recipient. One file without external resources. It contains no data;
// it reads the API with the console's session. Text is inserted as text, an HTML mail into a frame without permissions.

import { hash } from 'node:crypto'
import type { PageLanguage } from '#edge/language.ts'
import { escape, pageHeaders, pageReply } from '#edge/page.ts'
import type { Reply } from '#edge/route.ts'
import { firstSteps } from './page/first-steps.ts'
import { scriptOf } from './page/script.ts'
import { STYLE } from './page/style.ts'
import { type Words, words } from './page/words.ts'

/** One page per language, because the script contains its texts. */
const prepared = { en: preparedIn('en'), hi: preparedIn('hi') } satisfies Record<PageLanguage, object>

function preparedIn(language: PageLanguage) {
  const script = scriptOf(words[language])
  // A frame inherits the page's policy: mails need inline styles, which cannot load anything.
  const headers = pageHeaders({
    'script-src': `'sha256-${hash('sha256', script, 'base64')}'`,
    'style-src': "'unsafe-inline'",
    'connect-src': "'self'",
    // Pictures that contacts and users attached, by our own links.
    'img-src': "'self' data:",
    'form-action': "'none'",
  })
  return { script, headers: { ...headers, vary: 'accept-language' } }
}

/**
 * Attaches files to a written message; `several` per message. The browser's file control has texts in its own language,
 * so the label serves as the button, and the script lists the chosen files.
 */
const files = (say: Words, channel: 'app' | 'email', several = false) =>
  `<div class="files"><label><input id="file-${channel}" type="file" aria-describedby="chosen-${channel}"${several ? ' multiple' : ''}><span class="button">${say.attach}</span></label><span id="chosen-${channel}" class="chosen" role="status">${say.noFile}</span></div>`

/** The message to which the contact replies. */
const quoting = (say: Words) =>
  `<p id="quoting" hidden><span id="quoted"></span> <button id="quote-nothing" type="button">${say.quoteNothing}</button></p>`

const app = (say: Words, channel: 'sms' | 'app', { isShown = false, above = '', beside = '' }) => `
<div id="panel-${channel}" role="tabpanel" aria-labelledby="tab-${channel}"${isShown ? '' : ' hidden'}>
<div id="thread-${channel}" class="thread" role="log" tabindex="0" aria-label="${say[channel]}"></div>
<p id="empty-${channel}" class="empty">${say.nothingHere}</p>
<form id="compose-${channel}" class="composer" hidden>
${above}<label>${say.write} <textarea id="text-${channel}" rows="2" required></textarea></label><button class="main">${say.send}</button>
${beside}
</form>
</div>`

const bodyOf = (
  say: Words,
  language: PageLanguage,
  url: string,
) => `<div class="top"><h1>${say.title}</h1><span class="tag">${say.testMoney}</span></div>
<p class="soft">${say.nothingLeaves}</p>
<p id="signed-out" hidden>${say.signedOut} <a class="button main" href="/console/sign-in?to=%2Fsettings%2Fsandbox">${say.signIn}</a></p>
<p id="not-allowed" hidden>${say.notAllowed} <a href="/console/">${say.toConsole}</a></p>
<p id="signed-in" class="line" hidden><span id="who-am-i"></span> <button id="again" type="button">${say.show}</button> <a href="/console/">${say.toConsole}</a></p>
<p id="status" role="status"></p>
${firstSteps(language, url)}
<div id="chooser" hidden>
<form id="choose" class="line">
<label>${say.who} <input id="who" list="people" autocomplete="off" aria-describedby="who-hint" required></label>
<button class="main">${say.openDevices}</button>
</form>
<p id="who-hint" class="note">${say.whoHint}</p>
<datalist id="people"></datalist>
<div id="lately"><h2>${say.lately}</h2><ul id="recent" class="chips"></ul></div>
</div>
<div id="devices" hidden>
<h2 id="whose"></h2>
<p id="addresses" class="soft"></p>
<div class="devices">
<section class="device phone" aria-labelledby="phone">
<h3 id="phone">${say.phone}</h3>
<div role="tablist" aria-label="${say.apps}">
<button type="button" role="tab" id="tab-sms" aria-controls="panel-sms" aria-selected="true">${say.sms}</button>
<button type="button" role="tab" id="tab-app" aria-controls="panel-app" aria-selected="false" tabindex="-1">${say.app}</button>
</div>${app(say, 'sms', { isShown: true })}${app(say, 'app', { above: quoting(say), beside: files(say, 'app') })}
</section>
<section class="device" aria-labelledby="mailbox">
<h3 id="mailbox">${say.email}</h3>
<ol id="mails" aria-label="${say.mails}" hidden></ol>
<p id="empty-email" class="empty">${say.nothingHere}</p>
<article id="mail" class="mail"></article>
<form id="compose-email" class="composer stacked" hidden>
<label>${say.subject} <input id="subject" autocomplete="off"></label>
<label>${say.answer} <textarea id="text-email" rows="3" required></textarea></label>
${files(say, 'email', true)}<button class="main">${say.send}</button>
</form>
</section>
</div>
<details id="behaviour"><summary>${say.behaviour}</summary>
<p class="soft">${say.behaviourHint}</p>
<div id="settings"></div>
</details>
</div>
<datalist id="codes-sms"></datalist><datalist id="codes-app"></datalist><datalist id="codes-email"></datalist>
<script>${prepared[language].script}</script>`

/** `url` is where the installation is. */
export function page(url: string, language: PageLanguage): Reply {
  const say = words[language]
  const body = bodyOf(say, language, escape(url))
  const head = `<style>${STYLE}</style>`
  return pageReply(
    { title: say.title, frame: 'document', head, body, language },
    { headers: prepared[language].headers },
  )
}
