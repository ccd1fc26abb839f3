// What the reader of a mail sees behind its unsubscribe link: a button before, a sentence after, in the language of
// the browser. No script, nothing from outside.

import type { PageLanguage, Worded } from '#edge/language.ts'
import { escape, pageHeaders, pageReply } from '#edge/page.ts'
import type { Reply } from '#edge/route.ts'

const HEADERS = { ...pageHeaders(), 'x-robots-tag': 'noindex' }

interface Words {
  ask: { title: (sender: string) => string; text: (sender: string) => string; button: string }
  done: { title: string; text: (sender: string) => string }
  /** The contact was deleted. */
  absent: { title: string; text: (sender: string) => string }
  /** Not a link of ours. */
  bad: { title: string; text: string }
}

const words: Worded<Words> = {
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

/** The sender is called what an organization chose. */
function page(status: number, language: PageLanguage, site: string, title: string, text: string, form = ''): Reply {
  const body = `<h1>${escape(title)}</h1>\n<p>${escape(text)}</p>\n${form}`
  return pageReply({ title, site, body, language }, { status, headers: HEADERS })
}
