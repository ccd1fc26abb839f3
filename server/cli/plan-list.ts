// samvad plan-list publish, plan-list list

import * as planLists from '#money/plans/actions.ts'
import { TAX_PERCENT_DEFAULT } from '#money/plans/rules.ts'
import { NewPlanList } from '#money/plans/schema.ts'
import { showPublished } from '#money/plans/show.ts'
import { command } from './command.ts'
import { checkedInput, numberIfDigits } from './input.ts'
import { organizationOf } from './named.ts'
import { everyPage } from './pages.ts'

type Shown = ReturnType<typeof showPublished>

export const planListPublish = command({
  noun: 'plan-list',
  verb: 'publish',
  summary: 'publish the price of premium for everyone, or as the contract of one organization',
  options: {
    name: { type: 'string', required: true, value: 'NAME', meaning: 'name of the version' },
    'premium-price': {
      type: 'string',
      required: true,
      value: 'RUPEES',
      meaning: 'price of a month of premium without tax, such as 499.00',
    },
    'tax-percent': { type: 'string', value: 'PERCENT', meaning: `GST in percent; default: ${TAX_PERCENT_DEFAULT}` },
    organization: {
      type: 'string',
      value: 'ID',
      meaning: 'organization of the contract; all others keep the default list',
    },
    'effective-from': { type: 'string', value: 'TIME', meaning: 'Unix seconds or ISO 8601; default: now' },
  },
  async run({ app, options }) {
    const { name, organization, 'premium-price': price, 'tax-percent': percent, 'effective-from': time } = options
    const given: Record<string, unknown> = { name, premium_price: price }
    if (percent !== undefined) given.tax_percent = numberIfDigits(percent)
    if (organization !== undefined) given.organization_id = organization
    if (time !== undefined) given.effective_from = numberIfDigits(time)
    const input = checkedInput(NewPlanList, given)
    const row = await app.database.transaction((tx) => planLists.publish(tx, 'command_line', input, app.clock()))
    const shown = showPublished(row)
    return { data: shown, lines: [line(shown)] }
  },
})

export const planListList = command({
  noun: 'plan-list',
  verb: 'list',
  summary: 'list all plan lists, newest first',
  options: {
    organization: { type: 'string', value: 'ID', meaning: 'only the plan lists of its contract' },
  },
  async run({ app, options }) {
    const only = options.organization === undefined ? {} : { organization_id: organizationOf(options.organization) }
    const data = await everyPage('planl', (page) => planLists.list(app.database.reads, { ...page, ...only }))
    return { data, lines: data.map(line) }
  },
})

function line({ id, effective_from, organization_id, premium_price, tax_percent, name }: Shown): string {
  const begins = new Date(effective_from * 1000).toISOString()
  return `${id}  ${begins}  ${organization_id ?? 'everybody'}  ₹${premium_price} + ${tax_percent}%  ${name}`
}
