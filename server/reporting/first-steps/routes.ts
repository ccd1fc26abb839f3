// An organization's first steps, for the console's guide: spec 13.60.

import { ok, type Route, read } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { oneOf, Type } from '#kit/wire.ts'
import { createChannelAvailability } from '#messaging/channels/accounts/access.ts'
import { channelNames } from '#messaging/channels/channel.ts'
import { type Permission, permissions } from '#people/access/rules.ts'
import { type TakenRow, taken } from './queries.ts'

const steps = {
  channel: 'channels.manage',
  contact: 'contacts.manage',
  conversation: 'conversations.manage',
  sent_message: 'messages.send',
  recharge: 'wallet.recharge',
  colleague: 'users.manage',
} as const satisfies Record<string, Permission>
type StepName = keyof typeof steps
const stepNames = Object.keys(steps) as StepName[]

const FirstSteps = Type.Object(
  {
    is_done: Type.Boolean({ description: 'Whether all steps are done.' }),
    steps: Type.Array(
      Type.Object({
        name: oneOf(stepNames, 'FirstStepName'),
        is_done: Type.Boolean(),
        permission: Type.Unsafe<Permission>({
          ...oneOf(permissions, 'Permission'),
          description: 'Permission required for the step.',
        }),
      }),
      { description: 'The steps, in the recommended order.' },
    ),
  },
  { $id: 'FirstSteps' },
)

export const firstStepsRoutes = (app: App): Route[] => {
  const isAvailable = createChannelAvailability(app)
  return [
    read({
      operationId: 'retrieveFirstSteps',
      method: 'GET',
      path: '/v1/first_steps',
      permission: 'organization.view',
      tag: 'Organizations',
      summary: 'Retrieve first steps',
      description:
        'Whether the organization has a channel that can send (the sandbox counts), a contact, a conversation and a sent message, and has recharged the wallet and invited a colleague. Deleted objects do not count.',
      responses: { 200: FirstSteps },
      example: {
        response: {
          is_done: false,
          steps: stepNames.map((name) => ({ name, is_done: name === 'channel', permission: steps[name] })),
        },
      },
      async handle(tx, { organizationId }) {
        const [row, channels] = await Promise.all([
          tx.row<TakenRow>(taken(organizationId)),
          Promise.all(channelNames.map(async (channel) => isAvailable(organizationId, channel))),
        ])
        const { sent, ...others } = row as TakenRow
        const done: Record<StepName, boolean> = {
          ...others,
          channel: channels.includes(true),
          sent_message: sent,
        }
        return ok({
          is_done: stepNames.every((name) => done[name]),
          steps: stepNames.map((name) => ({ name, is_done: done[name], permission: steps[name] })),
        })
      },
    }),
  ]
}
