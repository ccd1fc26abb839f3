// Finds words of a Hindi page that are still in Latin letters, apart from those that both languages share.

/** Names, protocols, units and symbols that Indian software leaves untranslated. */
const BOTH = new Set(
  'Samvad API SMS UPI GST GSTIN DLT PAN OTP QR ID IP URL HTTP HTTPS SMTP SMPP IMAP DNS DKIM SPF DMARC CSV JSON PDF TOTP HSN SAC NTP CTRL Ctrl Enter Esc Escape Shift Delete Tab KB MB GB TB ms min IST UTC GSM PIN HMAC ASCII UTF ISO SDK OpenAPI Bearer Authorization Webhooks Standard Razorpay Cashfree PayU Stripe PostgreSQL Citus WhatsApp Meta Amazon SES SNS Mailgun Twilio Chrome Chromium Firefox Linux English Cloud Business CGST SGST IGST TLS STARTTLS WABA Graph Postmark TLV TON NPI UCS UDH HTML JavaScript TypeScript Node FILE ASHATX'.split(
    ' ',
  ),
)

/** Words of three or more Latin letters. */
const WORD = /[A-Za-z][A-Za-z'’]{2,}/g
/** Ids, addresses, paths, settings, permissions and types: code. */
const CODE = /\S*[@_/{}<>=]\S*|\b[a-z]+(?:[.:-][a-z0-9]+)+\b|\b[A-Z]{4}0?[A-Z0-9]{5,}\b/g

/** The words of `text` that a reader of Hindi only would not understand; `names` are data. */
export function latinIn(text: string, names: readonly string[] = []): string[] {
  const own = names.reduce((left, name) => left.replaceAll(name, ' '), text.replace(CODE, ' '))
  return (own.match(WORD) ?? []).filter((word) => !BOTH.has(word))
}

/** The visible text of a page, without what is marked as code. */
export const textOf = (html: string): string =>
  html.replace(
    /<head>[^]*?<title>(.*?)<\/title>[^]*?<\/head>|<code>.*?<\/code>|<[^>]*>/g,
    (_all, title = '') => ` ${title} `,
  )
