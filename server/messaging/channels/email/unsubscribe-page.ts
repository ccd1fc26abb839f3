// The page that an unsubscribe link opens: a button, then a confirmation, in the language of the browser. No script,
// nothing from another site.

import type { PageLanguage, Worded } from '#edge/language.ts'
import { escape, pageHeaders, pageReply } from '#edge/page.ts'
import type { Reply } from '#edge/route.ts'

const HEADERS = { ...pageHeaders(), 'x-robots-tag': 'noindex' }

interface Words {
  ask: { title: (sender: string) => string; text: (sender: string) => string; button: string }
  done: { title: string; text: (sender: string) => string }
  /** The contact was deleted. */
  absent: { title: string; text: (sender: string) => string }
  /** The link is invalid. */
  bad: { title: string; text: string }
}

const words: Worded<Words> = {
  en: {
    ask: {
      title: (sender) => `Unsubscribe from ${sender}?`,
      text: (sender) => `You will no longer receive email from ${sender} at this address.`,
      button: 'Unsubscribe',
    },
    done: {
      title: 'You are unsubscribed',
      text: (sender) => `You will no longer receive email from ${sender}. You can close this page.`,
    },
    absent: {
      title: 'You are not subscribed',
      text: (sender) => `${sender} no longer has your address and will not email you.`,
    },
    bad: {
      title: 'This link does not work',
      text: 'The link is incomplete. Open it from the email again. If it still does not work, reply to the email and ask to be unsubscribed.',
    },
  },
  hi: {
    ask: {
      title: (sender) => `${sender} के ईमेल बंद करें?`,
      text: (sender) => `इसके बाद इस पते पर ${sender} का कोई ईमेल नहीं आएगा।`,
      button: 'ईमेल बंद करें',
    },
    done: {
      title: 'ईमेल बंद कर दिए गए हैं',
      text: (sender) => `अब आपको ${sender} का कोई ईमेल नहीं आएगा। आप यह पेज बंद कर सकते हैं।`,
    },
    absent: {
      title: 'आपको ईमेल नहीं भेजे जाते',
      text: (sender) => `${sender} के पास अब आपका पता नहीं है, इसलिए आपको कोई ईमेल नहीं आएगा।`,
    },
    bad: {
      title: 'यह लिंक काम नहीं कर रहा है',
      text: 'लिंक अधूरा है। ईमेल में दिया गया लिंक फिर से खोलें। तब भी काम न करे, तो उस ईमेल का जवाब देकर ईमेल बंद करने को कहें।',
    },
  },
}

export function askPage(language: PageLanguage, sender: string): Reply {
  const { title, text, button } = words[language].ask
  const form = `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${escape(button)}</button></form>`
  return page(200, language, sender, title(sender), text(sender), form)
}

export function donePage(language: PageLanguage, sender: string): Reply {
  const { title, text } = words[language].done
  return page(200, language, sender, title, text(sender))
}

export function absentPage(language: PageLanguage, sender: string): Reply {
  const { title, text } = words[language].absent
  return page(404, language, sender, title, text(sender))
}

export function badLinkPage(language: PageLanguage): Reply {
  const { title, text } = words[language].bad
  return page(404, language, 'Samvad', title, text)
}

/** `site`: the sender's name, as the organization chose it. */
function page(status: number, language: PageLanguage, site: string, title: string, text: string, form = ''): Reply {
  const body = `<h1>${escape(title)}</h1>\n<p>${escape(text)}</p>\n${form}`
  return pageReply({ title, site, body, language }, { status, headers: HEADERS })
}
