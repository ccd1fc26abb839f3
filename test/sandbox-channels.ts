// Channels that the sandbox carries in a test, also those that nobody can send on yet.

import { after } from 'node:test'
import { In, Type } from '#kit/wire.ts'
import { carrierOf } from '#messaging/channels/accounts/carrier.ts'
import type { AccountKind } from '#messaging/channels/accounts/kind.ts'
import { accountKinds } from '#messaging/channels/accounts/kinds.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'

/** Before the program starts. A channel that has accounts stays as it is. */
export function carryInSandbox(...names: ChannelName[]): void {
  for (const name of names) {
    if (accountKinds[name]) continue
    accountKinds[name] = kindOf(name)
    after(() => {
      delete accountKinds[name]
    })
  }
}

function kindOf(name: ChannelName): AccountKind {
  const operation = (verb: string) => ({ operationId: `${verb}Test${name}`, summary: verb, description: verb })
  return {
    noun: `${name} account`,
    says: {
      retrieve: operation('retrieve'),
      set: operation('set'),
      remove: operation('remove'),
      test: operation('test'),
    },
    given: In.object({}),
    shown: Type.Object({ carrier: Type.String() }),
    secretField: 'key',
    secretGoesWith: [],
    before: {},
    settingsOf: () => ({}),
    secretOf: () => null,
    mustFit() {},
    wasReal: () => false,
    carrierOf: ({ sandbox }, history) => carrierOf(sandbox, history, false),
    show: (_, carrier) => ({ carrier }),
    test: async () => ({ succeeded: true, detail: 'It was reached.' }),
  }
}
