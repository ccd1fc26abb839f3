// The adapter of email against a mail server, over real sockets.

import { type AdapterBench, adapterContract } from '../../../../test/adapter-contract.ts'
import { smtpAdapter } from '../../../../test/channel-adapters.ts'
import { uuidOf } from '../../../../test/harness.ts'
import { type Mailbox, startMailbox } from '../../../../test/mailbox.ts'

function benchOf(mailbox: Mailbox, behaviours: AdapterBench['behaviours']): AdapterBench {
  return {
    ...smtpAdapter(mailbox.url),
    behaviours,
    async taken() {
      return mailbox.received.map(({ headers }) =>
        uuidOf('dlv', /^<([^@]+)@/.exec(headers['message-id'] ?? '')?.[1] ?? ''),
      )
    },
    unanswered: () => mailbox.unanswered.length,
    close: () => mailbox.close(),
  }
}

adapterContract('email by SMTP', ['accept', 'refuse', 'temporary', 'throttle', 'lose', 'hang'], async () => {
  const mailbox = await startMailbox()
  return benchOf(mailbox, {
    accept: () => mailbox.answer(() => 'accept'),
    refuse: () => mailbox.answer(() => ({ code: 550, text: 'no such mailbox here' })),
    temporary: () => mailbox.answer(() => ({ code: 451, text: 'greylisted' })),
    throttle: () => mailbox.answer(() => ({ code: 421, text: 'too many messages' })),
    lose: () => mailbox.answer(() => 'drop'),
    hang: () => mailbox.answer(() => 'hang'),
  })
})

adapterContract('email by SMTP, while nobody answers', ['away'], async () => {
  const mailbox = await startMailbox()
  await mailbox.close()
  return { ...benchOf(mailbox, { away() {} }), close: async () => {} }
})
