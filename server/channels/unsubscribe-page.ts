// What the reader of a mail sees behind its unsubscribe link: a button before, a sentence after, in the language of the browser.
// No script, nothing from outside.

import { hash } from 'node:crypto'
import type { Reply } from '#edge/route.ts'
import type { PageLanguage } from './rules.ts'

const STYLE = `
:root { color-scheme: light dark; --ink: #16202a; --paper: #fff; --back: #eef3f3; --line: #d5dbe1; --accent: #0b5d57; --on-accent: #fff }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eef2; --paper: #17202a; --back: #0e151b; --line: #33404c; --accent: #5cc9bb; --on-accent: #0e151b } }
* { box-sizing: border-box }
body { margin: 0; padding: 12vh 1rem 2rem; background: var(--back); color: var(--ink); font: 1.0625rem/1.6 system-ui, sans-serif }
main { max-width: 30rem; margin: 0 auto; padding: 1.5rem; background: var(--paper); border: 1px solid var(--line); border-radius: 14px; overflow-wrap: anywhere }
h1 { margin: 0 0 .75rem; font-size: 1.375rem; line-height: 1.35 }
p { margin: 0 }
form { margin: 1.5rem 0 0 }
button { width: 100%; padding: .75rem 1rem; border: 0; border-radius: 10px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px }
`

const headers = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  vary: 'accept, accept-language',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
}

interface Words {
  ask: { title: (sender: string) => string; text: (sender: string) => string; button: string }
  done: { title: string; text: (sender: string) => string }
  /** The contact was deleted. */
  absent: { title: string; text: (sender: string) => string }
  /** Not a link of ours. */
  bad: { title: string; text: string }
}

const words: Record<PageLanguage, Words> = {
  en: {
    ask: {
      title: (sender) => `Unsubscribe from ${sender}?`,
      text: (sender) => `You will get no more email from ${sender} at this address.`,
      button: 'Unsubscribe',
    },
    done: {
      title: 'You are unsubscribed',
      text: (sender) => `${sender} will send you no more email. You can close this page.`,
    },
    absent: {
      title: 'There is nothing to unsubscribe',
      text: (sender) => `${sender} does not have your address any more, and sends you no email.`,
    },
    bad: {
      title: 'This link does not work',
      text: 'It is incomplete or was changed on its way. Open the link in the email once more. If it still does not work, answer the email and ask to be taken off the list.',
    },
  },
  hi: {
    ask: {
      title: (sender) => `${sender} के ईमेल बंद करें?`,
      text: (sender) => `इसके बाद इस पते पर ${sender} की ओर से कोई ईमेल नहीं आएगा।`,
      button: 'ईमेल बंद करें',
    },
    done: {
      title: 'ईमेल बंद कर दिए गए हैं',
      text: (sender) => `अब ${sender} की ओर से आपको कोई ईमेल नहीं भेजा जाएगा। आप यह पेज बंद कर सकते हैं।`,
    },
    absent: {
      title: 'बंद करने के लिए कुछ नहीं है',
      text: (sender) => `${sender} के पास अब आपका पता नहीं है, इसलिए वहाँ से कोई ईमेल नहीं आएगा।`,
    },
    bad: {
      title: 'यह लिंक काम नहीं कर रहा है',
      text: 'लिंक अधूरा है या रास्ते में बदल गया है। ईमेल में दिया गया लिंक दोबारा खोलें। फिर भी काम न हो, तो उस ईमेल का जवाब देकर सूची से हटाने के लिए कहें।',
    },
  },
}

export function askPage(language: PageLanguage, sender: string): Reply {
  const { title, text, button } = words[language].ask
  const form = `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${escape(button)}</button></form>`
  return page(200, language, title(sender), text(sender), form)
}

export function donePage(language: PageLanguage, sender: string): Reply {
  const { title, text } = words[language].done
  return page(200, language, title, text(sender))
}

export function absentPage(language: PageLanguage, sender: string): Reply {
  const { title, text } = words[language].absent
  return page(404, language, title, text(sender))
}

export function badLinkPage(language: PageLanguage): Reply {
  const { title, text } = words[language].bad
  return page(404, language, title, text)
}

function page(status: number, language: PageLanguage, title: string, text: string, form = ''): Reply {
  const content = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escape(title)}</h1>
<p>${escape(text)}</p>
${form}
</main>
</body>
</html>
`
  const own = { ...headers, 'content-language': language }
  return { status, raw: { contentType: 'text/html; charset=utf-8', content }, headers: own }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** The sender is called what an organization chose. */
function escape(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] as string)
}
