// The first steps of an organization, for a console that guides: spec 13.60.

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
    is_done: Type.Boolean({ description: 'Whether all of them are.' }),
    steps: Type.Array(
      Type.Object({
        name: oneOf(stepNames, 'FirstStepName'),
        is_done: Type.Boolean(),
        permission: Type.Unsafe<Permission>({
          ...oneOf(permissions, 'Permission'),
          description: 'What it takes to take the step.',
        }),
      }),
      { description: 'In the order in which they are best taken.' },
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
      summary: 'See which first steps are taken',
      description:
        'Whether the organization has a channel that sends, be it the sandbox, a contact, a conversation and a message that left, and has recharged and invited a colleague. What was deleted since counts as not there.',
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
