// A file of the generated client: its declarations and its imports.

export const HEAD = '// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.\n'

export class File {
  readonly name: string
  /** Schemas of the contract that it refers to. */
  readonly uses = new Set<string>()
  /** Declarations by name, in order. */
  readonly declared = new Map<string, string>()
  readonly #types = new Map<string, Set<string>>()
  readonly #values = new Map<string, Set<string>>()

  constructor(name: string) {
    this.name = name
  }

  declare(name: string, text: string): void {
    const other = this.declared.get(name)
    if (other !== undefined && other !== text) throw new Error(`${this.name}.ts would declare ${name} twice`)
    this.declared.set(name, text)
  }

  importType(from: string, ...names: string[]): void {
    note(this.#types, from, names)
  }

  importValue(from: string, ...names: string[]): void {
    note(this.#values, from, names)
  }

  text(): string {
    const values = [...this.#values].map(([from, names]) => importLine('import', names, from))
    const types = [...this.#types].map(([from, names]) => importLine('import type', names, from))
    const imports = [...values, ...types].toSorted(
      (left, right) => compare(fromOf(left), fromOf(right)) || compare(left, right),
    )
    return [HEAD, imports.join(''), ...this.declared.values()].filter((part) => part !== '').join('\n')
  }
}

function note(imports: Map<string, Set<string>>, from: string, names: readonly string[]): void {
  const known = imports.get(from) ?? new Set()
  imports.set(from, known)
  for (const name of names) known.add(name)
}

function importLine(word: string, names: ReadonlySet<string>, from: string): string {
  const sorted = [...names].toSorted()
  const line = `${word} { ${sorted.join(', ')} } from '${from}'\n`
  return line.length <= 121 ? line : `${word} {\n${sorted.map((name) => `  ${name},\n`).join('')}} from '${from}'\n`
}

const fromOf = (line: string): string => / from '(.*)'\n$/.exec(line)?.[1] as string

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)
