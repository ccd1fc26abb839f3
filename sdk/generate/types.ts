// A schema of the contract as TypeScript.

import { nameOf, type Schema } from './contract.ts'
import { comment, property, quoted, union } from './text.ts'

/** Browsers have an `Event` of their own, and the client's event type is more specific than the schema of a list. */
const RENAMED: Readonly<Record<string, string>> = { Event: 'SamvadEvent' }

/** An enumeration may grow: unknown values are text, and editors still suggest the known ones. */
const UNKNOWN_WORD = '(string & {})'

export const typeName = (schemaName: string): string => RENAMED[schemaName] ?? schemaName

/** `export interface Message { … }` or `export type Channel = …`. */
export function declaration(name: string, schema: Schema): string {
  const head = comment([schema.description])
  if (isInterface(schema)) return `${head}export interface ${name} ${fields(schema, '')}\n`
  const said = `export type ${name} =`
  const type = typeOf(schema, '', said.length + 1)
  return `${head}${said}${type.startsWith('\n') ? '' : ' '}${type}\n`
}

function isInterface({ type, properties = {}, additionalProperties }: Schema): boolean {
  return type === 'object' && Object.keys(properties).length > 0 && typeof additionalProperties !== 'object'
}

export function typeOf(schema: Schema, indent: string, before = 0): string {
  const parts = partsOf(schema, indent)
  return union(parts, indent, indent.length + before)
}

function partsOf(schema: Schema, indent: string): string[] {
  if (schema.$ref) return [typeName(nameOf(schema))]
  if (schema.const !== undefined) return [quoted(schema.const)]
  const words = schema.enum ?? schema['x-extensible-enum']
  if (words)
    return words.some((word) => typeof word === 'string') ? [...words.map(quoted), UNKNOWN_WORD] : words.map(quoted)
  const choice = schema.anyOf ?? schema.oneOf
  if (choice) return choice.flatMap((one) => partsOf(one, indent))
  const types = [schema.type ?? []].flat()
  if (types.length === 0) return ['unknown']
  return types.map((type) => plain(type, schema, indent))
}

function plain(type: string, schema: Schema, indent: string): string {
  if (type === 'string') return schema.format === 'binary' ? 'Blob' : 'string'
  if (type === 'integer') return 'number'
  if (type === 'array') return arrayOf(typeOf(schema.items ?? {}, indent))
  if (type === 'object') return objectOf(schema, indent)
  return type
}

const arrayOf = (item: string): string => (/^[\w.]+$|^\{[^]*\}$/.test(item) ? `${item}[]` : `(${item.trimStart()})[]`)

function objectOf(schema: Schema, indent: string): string {
  const { properties = {}, additionalProperties: rest = true } = schema
  const isOpen = typeof rest === 'object' || Object.keys(properties).length === 0
  const more = rest === true ? 'unknown' : rest === false ? 'never' : typeOf(rest, indent)
  const parts = Object.keys(properties).length > 0 ? [fields(schema, indent)] : []
  if (isOpen) parts.push(`Record<string, ${more}>`)
  return parts.join(' & ')
}

/** `{ … }` with a line for each property. */
export function fields({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, schema]) => field(name, schema, required.includes(name), inner))
  return `{\n${lines.join('')}${indent}}`
}

export function field(name: string, schema: Schema, isRequired: boolean, indent: string, description?: string): string {
  const said = `${property(name)}${isRequired ? '' : '?'}:`
  // Optional properties also accept undefined.
  const parts = [...partsOf(schema, indent), ...(isRequired ? [] : ['undefined'])]
  const type = union(parts, indent, indent.length + said.length + 1)
  const standard = schema.default === undefined ? undefined : `Default: ${JSON.stringify(schema.default)}`
  const head = comment([description ?? schema.description, standard], indent)
  return `${head}${indent}${said}${type.startsWith('\n') ? '' : ' '}${type}\n`
}
