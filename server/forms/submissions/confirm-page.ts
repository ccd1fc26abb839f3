// The page of a confirmation link: a button, then a thank-you, in the browser's language. No script, no external
// resources.

import type { PageLanguage, Worded } from '#edge/language.ts'
import { escape, pageHeaders, pageReply } from '#edge/page.ts'
import type { Reply } from '#edge/route.ts'
import { ABOUT_PATH, madeWith } from '#forms/definitions/branding.ts'

const HEADERS = {
  ...pageHeaders(),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

interface Words {
  ask: { title: string; text: (organization: string, form: string) => string; button: string }
  done: { title: string; text: (organization: string) => string }
  bad: { title: string; text: string }
}

const words: Worded<Words> = {
  en: {
    ask: {
      title: 'Confirm your email address',
      text: (organization, form) => `You entered this email address in the form “${form}” of ${organization}.`,
      button: 'Confirm email address',
    },
    done: {
      title: 'Email address confirmed',
      text: (organization) => `${organization} has received your confirmation. You can close this page.`,
    },
    bad: {
      title: 'This link does not work',
      text: 'The link is incomplete or has expired. Open it from the email again, or fill in the form once more.',
    },
  },
  hi: {
    ask: {
      title: 'अपने ईमेल पते की पुष्टि करें',
      text: (organization, form) => `आपने ${organization} के फ़ॉर्म “${form}” में यह ईमेल पता भरा है।`,
      button: 'ईमेल पते की पुष्टि करें',
    },
    done: {
      title: 'ईमेल पते की पुष्टि हो गई',
      text: (organization) => `${organization} को आपकी पुष्टि मिल गई है। आप यह पेज बंद कर सकते हैं।`,
    },
    bad: {
      title: 'यह लिंक काम नहीं कर रहा है',
      text: 'लिंक अधूरा है या उसका समय बीत चुका है। ईमेल में दिया गया लिंक फिर से खोलें, या फ़ॉर्म फिर से भरें।',
    },
  },
}

export interface Named {
  organization: string
  form_name: string
  has_premium: boolean
}

export function askPage(language: PageLanguage, { organization, form_name: form, has_premium }: Named): Reply {
  const { title, text, button } = words[language].ask
  const action = `<form method="post"><button class="main">${escape(button)}</button></form>`
  return page(200, language, organization, title, text(organization, form), action + brandingOf(language, has_premium))
}

export function donePage(language: PageLanguage, { organization, has_premium }: Named): Reply {
  const { title, text } = words[language].done
  return page(200, language, organization, title, text(organization), brandingOf(language, has_premium))
}

const brandingOf = (language: PageLanguage, hasPremium: boolean): string =>
  hasPremium ? '' : `<p><small><a href="${ABOUT_PATH}">${escape(madeWith[language])}</a></small></p>\n`

/** One page for a link that is invalid or expired, or whose submission was deleted, so that it reveals nothing. */
export function badLinkPage(language: PageLanguage, site = 'Samvad'): Reply {
  const { title, text } = words[language].bad
  return page(404, language, site, title, text)
}

function page(status: number, language: PageLanguage, site: string, title: string, text: string, rest = ''): Reply {
  const body = `<h1>${escape(title)}</h1>\n<p>${escape(text)}</p>\n${rest}`
  return pageReply({ title, site, body, language }, { status, headers: HEADERS })
}
