// Generates the client: a file for each noun with its types and class, and a class that combines all of them.

import { type Document, operationsOf, refersTo } from './contract.ts'
import { eventsOf } from './events.ts'
import { File } from './files.ts'
import { fileOf, homesOf, type Named, SHARED } from './homes.ts'
import { classNameOf, nameFor, refuseCollisions } from './names.ts'
import { methodNames, methodsOf } from './operations.ts'
import { comment } from './text.ts'
import { declaration, typeName } from './types.ts'

const EVENTS = 'events-told'
const API = 'api'
const INDEX = 'index'

interface Group {
  path: string[]
  operations: Named[]
  children: Map<string, Group>
}

/** Returns the text of each generated file, by name. `taken`: names of the client's own members and exports. */
export function generate(
  document: Document,
  taken: { members: Set<string>; exports: Set<string> },
): Map<string, string> {
  const operations = operationsOf(document).map((operation) => ({ ...operation, ...nameFor(operation) }))
  refuseCollisions(
    operations.flatMap((operation) => methodNames(operation).map((name) => ({ ...operation, name }))),
    taken.members,
  )
  const files = new Map<string, File>()
  const fileNamed = (name: string) => {
    const file = files.get(name) ?? new File(name)
    files.set(name, file)
    return file
  }
  const homes = homesOf(document, operations)
  declareSchemas(document, homes, fileNamed)
  declareEvents(document, homes, fileNamed(EVENTS))
  const root: Group = { path: [], operations: [], children: new Map() }
  for (const operation of operations) groupAt(root, operation.group).operations.push(operation)
  for (const group of root.children.values()) declareClass(group, document, fileNamed)
  declareApi(root, fileNamed(API))
  importSchemas(files, homes)
  refuseTwice(files, taken.exports)
  const texts = new Map([...files].map(([name, file]) => [`${name}.ts`, file.text()]))
  texts.set(`${INDEX}.ts`, indexText([...files.keys()]))
  return texts
}

function declareSchemas(document: Document, homes: Map<string, string>, fileNamed: (name: string) => File): void {
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    // Event types are generated individually.
    if (typeName(name) !== name) continue
    const file = fileNamed(homes.get(name) as string)
    for (const used of refersTo(schema)) file.uses.add(used)
    file.declare(name, declaration(name, schema))
  }
}

function declareEvents(document: Document, homes: Map<string, string>, file: File): void {
  const { text, uses, names } = eventsOf(document)
  for (const used of uses) file.uses.add(used)
  file.importType('../event.ts', 'Told')
  file.declare(names[0] as string, text)
  for (const name of names.slice(1)) file.declare(name, '')
  homes.set('Event', '../event')
}

function groupAt(root: Group, path: readonly string[]): Group {
  return path.reduce((group, name, depth) => {
    const child = group.children.get(name) ?? { path: path.slice(0, depth + 1), operations: [], children: new Map() }
    group.children.set(name, child)
    return child
  }, root)
}

function declareClass(group: Group, document: Document, fileNamed: (name: string) => File): void {
  const file = fileNamed(fileOf({ group: group.path, name: '' }))
  for (const child of group.children.values()) {
    declareClass(child, document, fileNamed)
    const home = fileOf({ group: child.path, name: '' })
    if (home !== file.name) file.importValue(`./${home}.ts`, classNameOf(child.path))
  }
  file.importType('../transport.ts', 'Transport')
  const methods = group.operations.flatMap((operation) => methodsOf(operation, file, document.components.schemas))
  file.declare(classNameOf(group.path), classText(group, methods))
}

function classText(group: Group, methods: readonly string[]): string {
  const children = [...group.children].map(([name, { path }]) => ({ name, type: classNameOf(path) }))
  const hasMethods = methods.length > 0
  const fields = [
    ...(hasMethods ? ['  readonly #transport: Transport\n'] : []),
    ...children.map(({ name, type }) => `  readonly ${name}: ${type}\n`),
  ].join('')
  const set = [
    ...(hasMethods ? ['    this.#transport = transport\n'] : []),
    ...children.map(({ name, type }) => `    this.${name} = new ${type}(transport)\n`),
  ].join('')
  const constructor = `  constructor(transport: Transport) {\n${set}  }\n`
  const head = comment([`\`samvad.${group.path.join('.')}\``])
  return `${head}export class ${classNameOf(group.path)} {\n${[fields, constructor, ...methods].join('\n')}}\n`
}

function declareApi(root: Group, file: File): void {
  const nouns = [...root.children].map(([name, group]) => ({ name, type: classNameOf(group.path), group }))
  for (const { type, group } of nouns) file.importValue(`./${fileOf({ group: group.path, name: '' })}.ts`, type)
  file.importType('../transport.ts', 'Transport')
  const fields = nouns.map(({ name, type }) => `  readonly ${name}: ${type}\n`).join('')
  const set = nouns.map(({ name, type }) => `    this.${name} = new ${type}(transport)\n`).join('')
  const head = comment(['Every operation of the contract, by noun.'])
  const constructor = `  constructor(transport: Transport) {\n${set}  }\n`
  file.declare('SamvadApi', `${head}export class SamvadApi {\n${fields}\n${constructor}}\n`)
}

/** Imports each referenced schema from the file that declares it. */
function importSchemas(files: ReadonlyMap<string, File>, homes: ReadonlyMap<string, string>): void {
  for (const file of files.values())
    for (const name of file.uses) {
      const home = homes.get(name) ?? SHARED
      if (home === file.name) continue
      file.importType(home.startsWith('..') ? `${home}.ts` : `./${home}.ts`, typeName(name))
    }
}

/** Everything is exported from one place, so every name must be unique. */
function refuseTwice(files: ReadonlyMap<string, File>, exported: ReadonlySet<string>): void {
  const seen = new Map<string, string>([...exported].map((name) => [name, 'sdk/src/index.ts']))
  const faults: string[] = []
  for (const file of files.values())
    for (const name of file.declared.keys()) {
      const other = seen.get(name)
      if (other) faults.push(`${name} would stand in ${file.name}.ts and in ${other}`)
      seen.set(name, `${file.name}.ts`)
    }
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

function indexText(names: readonly string[]): string {
  const lines = names.toSorted().map((name) => `export type * from './${name}.ts'\n`)
  return `${new File(INDEX).text()}\n${lines.join('')}`
}
