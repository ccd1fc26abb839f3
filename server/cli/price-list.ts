// samvad price-list publish, price-list list

import * as priceLists from '#money/pricing/actions.ts'
import { NewPriceList } from '#money/pricing/schema.ts'
import { showPublished } from '#money/pricing/show.ts'
import { command } from './command.ts'
import { checkedInput, numberIfDigits } from './input.ts'
import { organizationOf, textOfFile } from './named.ts'
import { everyPage } from './pages.ts'

type Shown = ReturnType<typeof showPublished>

export const priceListPublish = command({
  noun: 'price-list',
  verb: 'publish',
  summary: 'publish a price list for everyone, or as the contract of one organization',
  options: {
    file: { type: 'string', required: true, value: 'FILE', meaning: 'file with the JSON body of POST /v1/price_lists' },
    organization: {
      type: 'string',
      value: 'ID',
      meaning: 'organization of the contract; all others keep the default list',
    },
    'effective-from': { type: 'string', value: 'TIME', meaning: 'Unix seconds or ISO 8601; default: now' },
  },
  async run({ app, options }) {
    const { file, organization, 'effective-from': time } = options
    const given = readList(file, await textOfFile('file', file))
    if (organization !== undefined) given.organization_id = organization
    if (time !== undefined) given.effective_from = numberIfDigits(time)
    const input = checkedInput(NewPriceList, given)
    const row = await app.database.transaction((tx) => priceLists.publish(tx, 'command_line', input, app.clock()))
    const shown = showPublished(row)
    return { data: shown, lines: [line(shown)] }
  },
})

export const priceListList = command({
  noun: 'price-list',
  verb: 'list',
  summary: 'list all price lists, newest first',
  options: {
    organization: { type: 'string', value: 'ID', meaning: 'only the price lists of its contract' },
  },
  async run({ app, options }) {
    const only = options.organization === undefined ? {} : { organization_id: organizationOf(options.organization) }
    const data = await everyPage('plist', (page) => priceLists.list(app.database.reads, { ...page, ...only }))
    return { data, lines: data.map(line) }
  },
})

function readList(file: string, text: string): Record<string, unknown> {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch (error) {
    throw new Error(`--file ${file}: not valid JSON: ${(error as Error).message}`, { cause: error })
  }
  if (typeof list !== 'object' || list === null || Array.isArray(list))
    throw new Error(`--file ${file}: must contain a JSON object`)
  return list as Record<string, unknown>
}

function line({ id, effective_from, organization_id, name }: Shown): string {
  return `${id}  ${new Date(effective_from * 1000).toISOString()}  ${organization_id ?? 'everybody'}  ${name}`
}
