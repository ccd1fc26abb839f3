// Mails as mail servers and mail programs write them, for tests of inbound mail.

const lines = (...text: string[]): string => text.join('\r\n')

/** A delivery status notification as Postfix writes it (RFC 3464). */
export function deliveryStatus({
  to = 'ravi@shop.example',
  action = 'failed',
  status = '5.1.1',
  diagnostic = 'smtp; 550 5.1.1 <ravi@shop.example>: no such user here',
}: {
  to?: string
  action?: string
  status?: string
  diagnostic?: string
} = {}): string {
  return lines(
    'From: MAILER-DAEMON@mail.shop.example (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="4A1B2.1741588200/mail.shop.example"',
    'Message-ID: <20260310063000.4A1B2@mail.shop.example>',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--4A1B2.1741588200/mail.shop.example',
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry to have to inform you that your message could not be delivered.',
    '',
    '--4A1B2.1741588200/mail.shop.example',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.shop.example',
    'X-Postfix-Queue-ID: 4A1B2',
    'Arrival-Date: Tue, 10 Mar 2026 06:29:58 +0000 (UTC)',
    '',
    `Final-Recipient: rfc822; ${to}`,
    `Original-Recipient: rfc822;${to}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Remote-MTA: dns; mx.shop.example',
    `Diagnostic-Code: ${diagnostic}`,
    '    and a second line of it',
    '',
    '--4A1B2.1741588200/mail.shop.example',
    'Content-Description: Undelivered Message Headers',
    'Content-Type: text/rfc822-headers',
    '',
    'From: Asha <hello@asha.example>',
    `To: ${to}`,
    'Subject: Your order',
    '',
    '--4A1B2.1741588200/mail.shop.example--',
    '',
  )
}

/** A feedback report (RFC 5965). `returnPath`: of the mail that the recipient reported. */
export function feedbackReport(returnPath: string, type = 'abuse'): string {
  return lines(
    'From: <abusedesk@mailprovider.example>',
    'Subject: FW: Your order',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="part1_13d"',
    '',
    '--part1_13d',
    'Content-Type: text/plain; charset="US-ASCII"',
    '',
    'This is an email abuse report for an email message.',
    '',
    '--part1_13d',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: SomeGenerator/1.0',
    'Version: 1',
    `Original-Mail-From: <${returnPath}>`,
    'Original-Rcpt-To: <somebody.else@mailprovider.example>',
    '',
    '--part1_13d',
    'Content-Type: message/rfc822',
    'Content-Disposition: inline',
    '',
    'From: <hello@asha.example>',
    'Subject: Your order',
    '',
    'It leaves today.',
    '--part1_13d--',
    '',
  )
}

/** A contact's reply. */
export function answer({
  from = 'Ravi <ravi@shop.example>',
  id = '<answer-1@shop.example>',
  headers = [],
  text = 'Is it ready?',
  subject = 'Re: Your order',
}: {
  from?: string
  id?: string
  headers?: string[]
  text?: string
  subject?: string
} = {}): string {
  return lines(
    `From: ${from}`,
    `Subject: ${subject}`,
    `Message-ID: ${id}`,
    'Date: Tue, 10 Mar 2026 11:55:00 +0530',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    ...headers,
    '',
    text,
    '',
  )
}

/** A reply with HTML, an inline image and a file. */
export function answerWithFile(): string {
  return lines(
    'From: Ravi <ravi@shop.example>',
    'Subject: Re: Your order',
    'Message-ID: <answer-2@shop.example>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="mixed"',
    '',
    '--mixed',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<div dir="ltr">Here is the <b>photo</b>.</div><br><div class="gmail_quote"><div>On Tue, Asha wrote:</div>',
    '<blockquote>Please send a photo.<script>alert(1)</script></blockquote></div>',
    '--mixed',
    'Content-Type: image/png; name="photo.png"',
    'Content-Disposition: attachment; filename="photo.png"',
    'Content-Transfer-Encoding: base64',
    '',
    'iVBORw0KGgo=',
    '--mixed--',
    '',
  )
}
