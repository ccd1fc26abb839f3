// Reports of the sandbox's mail servers to a mail's return path: delivery reports by RFC 3464, complaints by RFC 5965.

const ENHANCED = /[245]\.\d{1,3}\.\d{1,3}/

export interface ReportedMail {
  /** The mail's recipient, and its return path. */
  address: string
  returnPath: string
  at: Date
}

/** `code`: a reply such as `550 5.1.1 no such user`, or a part of one. */
export function deliveryReport(mail: ReportedMail, action: 'delivered' | 'failed', code: string): string {
  const status = ENHANCED.exec(code)?.[0] ?? `${code.slice(0, 1)}.0.0`
  return report(mail, {
    type: 'delivery-status',
    subject: action === 'failed' ? 'Undelivered Mail Returned to Sender' : 'Successful Mail Delivery Report',
    words: `The mail to ${mail.address}: ${action}.`,
    groups: [
      ['Reporting-MTA: dns; sandbox.invalid', `Arrival-Date: ${dateOf(mail)}`],
      [
        `Final-Recipient: rfc822; ${mail.address}`,
        `Original-Recipient: rfc822; ${mail.address}`,
        `Action: ${action}`,
        `Status: ${status}`,
        `Diagnostic-Code: smtp; ${code}`,
      ],
    ],
  })
}

/** `type`: the feedback type. */
export function complaint(mail: ReportedMail, type: string): string {
  return report(mail, {
    type: 'feedback-report',
    subject: 'Complaint about a mail',
    words: `A reader complained of the mail to ${mail.address}.`,
    groups: [
      [
        `Feedback-Type: ${type}`,
        'User-Agent: Samvad-Sandbox/1.0',
        'Version: 1',
        `Original-Mail-From: <${mail.returnPath}>`,
        `Original-Rcpt-To: <${mail.address}>`,
        `Arrival-Date: ${dateOf(mail)}`,
      ],
    ],
  })
}

const dateOf = ({ at }: ReportedMail): string => at.toUTCString().replace('GMT', '+0000')
const BOUNDARY = 'sandbox-report'

function report(
  mail: ReportedMail,
  { type, subject, words, groups }: { type: string; subject: string; words: string; groups: string[][] },
): string {
  const part = (contentType: string, ...lines: string[]) => [
    `--${BOUNDARY}`,
    `Content-Type: ${contentType}`,
    '',
    ...lines,
    '',
  ]
  return [
    'From: Mail Delivery System <MAILER-DAEMON@sandbox.invalid>',
    `To: <${mail.returnPath}>`,
    `Subject: ${subject}`,
    `Date: ${dateOf(mail)}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type}; boundary="${BOUNDARY}"`,
    '',
    ...part('text/plain; charset=utf-8', words),
    ...part(`message/${type}`, ...groups.flatMap((group, place) => (place === 0 ? group : ['', ...group]))),
    ...part('text/rfc822-headers', `To: ${mail.address}`),
    `--${BOUNDARY}--`,
    '',
  ].join('\r\n')
}
