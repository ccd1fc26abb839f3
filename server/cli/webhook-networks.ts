// samvad organization webhook-networks

import { allow, networksOf } from '#webhooks/networks.ts'
import { command } from './command.ts'
import { organizationNamed } from './named.ts'

export const organizationWebhookNetworks = command({
  noun: 'organization',
  verb: 'webhook-networks',
  summary: "show or set the private networks in which an organization's webhook endpoints are allowed",
  options: {
    organization: { type: 'string', required: true, value: 'ID', meaning: 'organization ID' },
    allow: { type: 'string', multiple: true, value: 'NETWORK', meaning: 'allowed network; replaces the current ones' },
    'allow-none': { type: 'boolean', meaning: 'remove all of them' },
  },
  async run({ app, options }) {
    const { allow: given, 'allow-none': isNone } = options
    if (isNone && given.length > 0) throw new Error('--allow-none cannot be combined with --allow.')
    const id = await organizationNamed(app.database.reads, options.organization)
    const networks =
      isNone || given.length > 0
        ? await app.database.transaction(
            (tx) => allow(tx, { organizationId: id, at: app.clock() }, 'command_line', given),
            id,
          )
        : await networksOf(app.database.reads, id)
    const lines = networks.length > 0 ? networks : ['no private networks but those of SAMVAD_ALLOWED_NETWORKS']
    return { data: { organization_id: options.organization, networks }, lines }
  },
})
