// What the reader of a mail sees behind its unsubscribe link: a button before, a sentence after. No script, nothing from outside.

import { pageHeaders, pageReply } from '#edge/page.ts'
import type { Reply } from '#edge/route.ts'

const headers = { ...pageHeaders(), 'x-robots-tag': 'noindex' }

const ASK = `<h1>Unsubscribe?</h1>
<p>You will get no more mail from this sender.</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Unsubscribe</button></form>`

const DONE = `<h1>You are unsubscribed</h1>
<p>No more mail from this sender will reach you. You can close this page.</p>`

export const askPage = (): Reply => pageReply({ title: 'Unsubscribe?', body: ASK }, { headers })
export const donePage = (): Reply => pageReply({ title: 'You are unsubscribed', body: DONE }, { headers })
