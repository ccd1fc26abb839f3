// The operations of the contract as methods of the class of their noun.

import { nameOf, type Operation, refersTo, type Schema } from './contract.ts'
import type { File } from './files.ts'
import type { Named } from './homes.ts'
import { camel, pascal } from './names.ts'
import { COLUMNS_MAX, comment } from './text.ts'
import { declaration, field, typeOf } from './types.ts'

const PAGING = ['limit', 'starting_after', 'ending_before']
/** Fields of `CallOptions`, which callers pass in the same object as the query. */
const CALL_OPTIONS = ['signal', 'timeoutMs', 'retries', 'headers', 'idempotencyKey']
/** Media types that have a method of their own next to the JSON one, with its suffix. */
const SUFFIXES: Readonly<Record<string, string>> = {
  'application/pdf': 'Pdf',
  'text/csv': 'Csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Xlsx',
  'application/octet-stream': 'File',
  'message/rfc822': 'File',
}
const STREAM_TYPE = 'text/event-stream'

const isStream = ({ otherMediaTypes }: Operation): boolean => otherMediaTypes.includes(STREAM_TYPE)

/** True when an operation returns only a file. */
const isFile = ({ answer, otherMediaTypes }: Operation): boolean => answer === null && otherMediaTypes.length > 0

/** The names of an operation's methods: one, and one for each other media type. */
export function methodNames(operation: Named): string[] {
  if (isStream(operation)) return [operation.name]
  const others = operation.otherMediaTypes.map((type) => suffixed(operation, type))
  return isFile(operation) ? others : [operation.name, ...others]
}

function suffixed({ name, id }: Named, mediaType: string): string {
  const suffix = SUFFIXES[mediaType]
  if (!suffix) throw new Error(`${id} answers ${mediaType}: say in sdk/generate/operations.ts how its method ends`)
  return `${name}${suffix}`
}

/** The methods of an operation; the types they use are recorded in the file. */
export function methodsOf(operation: Named, file: File, schemas: Record<string, Schema>): string[] {
  const clash = operation.query.filter(({ name }) => CALL_OPTIONS.includes(name))
  if (clash.length > 0)
    throw new Error(`${operation.id} has the parameter ${clash[0]?.name}, which is an option of every call`)
  for (const { schema } of operation.pathParameters) for (const used of refersTo(schema)) file.uses.add(used)
  if (isStream(operation)) return [streamMethod(operation, file)]
  return [
    ...(isFile(operation) ? [] : [jsonMethod(operation, file, schemas)]),
    ...operation.otherMediaTypes.map((type) => rawMethod(operation, type, file)),
  ]
}

function jsonMethod(operation: Named, file: File, schemas: Record<string, Schema>): string {
  const page = operation.method === 'GET' ? pageOf(operation, schemas) : null
  if (page) {
    for (const used of page.uses) file.uses.add(used)
    const isPaged = operation.query.some(({ name }) => name === 'starting_after')
    return methodText(operation, operation.name, file, `List<${page.types}>`, isPaged ? 'list' : 'whole')
  }
  const answer = answerType(operation, file)
  const verb = verbOf(operation)
  return methodText(operation, operation.name, file, `Answer<${answer}>`, verb)
}

/** Of the transport. */
function verbOf({ method, body }: Operation): string {
  if (body?.isUpload) return 'upload'
  return method === 'DELETE' && body ? 'deleteWith' : method.toLowerCase()
}

function rawMethod(operation: Named, mediaType: string, file: File): string {
  return methodText(operation, suffixed(operation, mediaType), file, 'Answer<Response>', 'raw', mediaType)
}

function streamMethod(operation: Named, file: File): string {
  file.importType('../event.ts', 'EventPattern')
  file.importType('../stream.ts', 'StreamOptions')
  file.importValue('../stream.ts', 'EventStream')
  return `${documentation(operation)}  ${operation.name}<const Types extends readonly EventPattern[] = readonly ['*']>(
    options?: StreamOptions<Types>,
  ): EventStream<Types> {
    return new EventStream(this.#transport, ${addressOf(operation, file)}, options)
  }
`
}

function methodText(
  operation: Named,
  name: string,
  file: File,
  answer: string,
  verb: string,
  mediaType?: string,
): string {
  const { body, method, takesKey, pathParameters } = operation
  file.importType(
    answer.startsWith('List') ? '../list.ts' : '../answer.ts',
    answer.startsWith('List') ? 'List' : 'Answer',
  )
  file.importType('../options.ts', 'CallOptions')
  const given = pathParameters.map(({ name: parameter, schema }) => `${camel(parameter)}: ${typeOf(schema, '')}`)
  const passed = [addressOf(operation, file)]
  if (mediaType) passed.unshift(`'${mediaType}'`)
  if (body) given.push(`body${body.isRequired || method === 'PUT' ? '' : '?'}: ${bodyType(operation, body, file)}`)
  if (body || method === 'POST' || method === 'PUT') passed.push(body ? 'body' : 'undefined')
  const query = queryType(operation, file, mediaType !== undefined)
  given.push(`options${query.isRequired ? '' : '?'}: ${query.type}`)
  passed.push(method === 'POST' && !takesKey ? '{ ...options, idempotencyKey: null }' : 'options')
  return `${documentation(operation, mediaType)}${signature(name, given, answer)} {
${returned(`this.#transport.${verb}`, passed)}
  }
`
}

function returned(called: string, passed: readonly string[]): string {
  const line = `    return ${called}(${passed.join(', ')})`
  if (line.length <= COLUMNS_MAX) return line
  return `    return ${called}(\n${passed.map((one) => `      ${one},\n`).join('')}    )`
}

function signature(name: string, given: readonly string[], answer: string): string {
  const line = `  ${name}(${given.join(', ')}): ${answer}`
  if (line.length + 2 <= COLUMNS_MAX) return line
  return `  ${name}(\n${given.map((one) => `    ${one},\n`).join('')}  ): ${answer}`
}

function documentation({ summary, description, method, path }: Named, mediaType?: string): string {
  const as = mediaType ? ` as \`${mediaType}\`` : ''
  return comment([`${summary}${as}.`, description, `\`${method} ${path}\``], '  ')
}

function addressOf({ path, pathParameters }: Operation, file: File): string {
  if (pathParameters.length === 0) return `'${path}'`
  file.importValue('../address.ts', 'at')
  return `at\`${path.replace(/\{(\w+)\}/g, (_, name: string) => `\${${camel(name)}}`)}\``
}

/** The type of a row and, when a page contains more than rows, of a page of the list. */
function pageOf({ answer }: Operation, schemas: Record<string, Schema>): { types: string; uses: string[] } | null {
  const name = answer?.$ref ? nameOf(answer) : ''
  const { properties = {} } = schemas[name] ?? {}
  const { has_more: hasMore, data } = properties
  if (!hasMore || !data?.items) return null
  const row = typeOf(data.items, '')
  const saysMore = Object.keys(properties).length > 2
  return { types: saysMore ? `${row}, ${name}` : row, uses: [...refersTo(data.items), ...(saysMore ? [name] : [])] }
}

function answerType({ id, answer }: Named, file: File): string {
  if (!answer) return 'void'
  return namedType(answer, `${pascal(id)}Answer`, file)
}

function bodyType({ id }: Named, { schema, isUpload }: { schema: Schema; isUpload: boolean }, file: File): string {
  return namedType(schema, `${pascal(id)}${isUpload ? 'Form' : 'Request'}`, file)
}

function namedType(schema: Schema, name: string, file: File): string {
  for (const used of refersTo(schema)) file.uses.add(used)
  if (schema.$ref || Object.keys(schema.properties ?? {}).length === 0) return typeOf(schema, '')
  file.declare(name, declaration(name, schema))
  return name
}

function queryType({ id, query }: Named, file: File, isWhole: boolean): { type: string; isRequired: boolean } {
  const isRequired = query.some(({ required }) => required === true)
  if (query.length === 0) return { type: 'CallOptions', isRequired }
  const own = query.filter(({ name }) => !PAGING.includes(name))
  const pages = own.length < query.length
  if (pages && !isWhole) file.importType('../list.ts', 'PageQuery')
  if (own.length === 0) return { type: isWhole ? 'CallOptions' : 'PageQuery & CallOptions', isRequired }
  const name = `${pascal(id)}Query`
  for (const { schema } of own) for (const used of refersTo(schema)) file.uses.add(used)
  const lines = own.map((one) => field(one.name, one.schema, one.required === true, '  ', one.description))
  file.declare(name, `export interface ${name}${pages ? ' extends PageQuery' : ''} {\n${lines.join('')}}\n`)
  if (!isWhole) return { type: `${name} & CallOptions`, isRequired }
  file.importType('../list.ts', 'PageQuery')
  return { type: `Omit<${name}, keyof PageQuery> & CallOptions`, isRequired }
}
