// The source for the structure test: files, their code without comments, imports and SQL.

import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { domainOrder } from '#program/domains.ts'

export const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Source {
  /** Relative to the root of the repository, with slashes. */
  path: string
  text: string
  /** Without comments; the contents of strings are blanked. */
  code: string
  /** Comments blanked, strings unchanged. */
  uncommented: string
  lines: number
  imports: string[]
  isTest: boolean
}

export function readSources(...patterns: string[]): Source[] {
  return globSync(patterns, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => {
      const source = known.get(path) ?? read(path)
      known.set(path, source)
      return source
    })
}

/** Cached, because several test files in one process use them. */
const known = new Map<string, Source>()

function read(path: string): Source {
  const text = readFileSync(`${root}${path}`, 'utf8')
  const { code, uncommented } = strip(text)
  const imports = [...uncommented.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map(([, name]) => name as string)
  const isTest = /\.test\.ts$|(^|\/)(harness|story)\.ts$/.test(path)
  return { path, text, code, uncommented, lines: text.trimEnd().split('\n').length, imports, isTest }
}

/** Fails with the reason of a rule and the violations. */
export function holds(reason: string, violations: string[]): void {
  if (violations.length > 0) assert.fail(`${reason}\n${violations.map((line) => `  ${line}`).join('\n')}`)
}

/** The matches of a pattern in the code, as PATH:LINE TEXT. */
export function places(sources: Source[], pattern: RegExp, of: 'code' | 'uncommented' = 'code'): string[] {
  return sources.flatMap((source) =>
    source[of]
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${source.path}:${index + 1} ${line.trim()}`] : [])),
  )
}

export const fileName = (path: string): string => (path.split('/').at(-1) as string).replace(/\.ts$/, '')

/** The domain of a file in server/, such as money/wallet, or its folder of the frame. */
export function domainOf(path: string): string {
  const [area = '', folder = ''] = path.split('/').slice(1, -1)
  return domainOrder.includes(`${area}/${folder}`) ? `${area}/${folder}` : area
}

/** The domain, or folder of the frame, that a `#name` import resolves to. */
export function targetOf(name: string): string | undefined {
  return name.startsWith('#') ? domainOf(`server/${name.slice(1)}`) : undefined
}

const BEFORE_REGEX = /(?:[(,=:[!&|?{};+]|\breturn|\bcase|^)\s*$/

/** Characters that neither start nor end a comment, string, template or regular expression. */
const PLAIN = /[^/'"`{}]/
const PLAIN_RUN = /[^/'"`{}]+/y

/**
 * A small scanner of TypeScript, precise enough to distinguish comments, strings, templates and regular expressions.
 */
function strip(text: string): { code: string; uncommented: string } {
  let code = ''
  let uncommented = ''
  let at = 0
  /** For each open template: the number of open braces inside its ${}. */
  const templates: number[] = []
  const take = (length: number, kind: 'code' | 'string' | 'comment') => {
    const piece = text.slice(at, at + length)
    const blank = kind === 'code' ? piece : piece.replace(/[^\n]/g, ' ')
    code += blank
    uncommented += kind === 'comment' ? blank : piece
    at += length
  }
  const lengthOf = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0].length ?? 1
  }
  const takeTemplateText = () => {
    take(lengthOf(/(?:\\[\s\S]|\$(?!\{)|[^\\`$])*/y), 'string')
    if (text[at] === '`') {
      templates.pop()
      take(1, 'code')
    } else {
      take(2, 'code')
    }
  }

  while (at < text.length) {
    const two = text.slice(at, at + 2)
    const one = text[at] as string
    if (two === '//') take(lengthOf(/[^\n]*/y), 'comment')
    else if (two === '/*') take(lengthOf(/\/\*[\s\S]*?\*\//y), 'comment')
    else if (one === "'" || one === '"')
      take(lengthOf(one === "'" ? /'(?:\\.|[^'\\\n])*'/y : /"(?:\\.|[^"\\\n])*"/y), 'string')
    else if (one === '/' && BEFORE_REGEX.test(code.slice(-40)))
      take(lengthOf(/\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\/[a-z]*/y), 'string')
    else if (one === '`') {
      take(1, 'code')
      templates.push(0)
      takeTemplateText()
    } else if (templates.length > 0 && one === '{') {
      templates.push((templates.pop() as number) + 1)
      take(1, 'code')
    } else if (templates.length > 0 && one === '}') {
      const open = templates.pop() as number
      take(1, 'code')
      templates.push(open - 1)
      if (open === 0) {
        templates.pop()
        templates.push(0)
        takeTemplateText()
      }
    } else take(PLAIN.test(one) ? lengthOf(PLAIN_RUN) : 1, 'code')
  }
  return { code, uncommented }
}

/** Templates are SQL if tagged so, or if they begin as a statement does. */
const SQL_BEGINS = /^\s*(?:with|select|insert into|update|delete from|explain)\b/i

/** The numbers of lines that contain SQL, from 0. */
function linesOfSql({ code, uncommented }: Source): Set<number> {
  const lines = new Set<number>()
  /** For each open template: whether it is SQL, and the number of open braces inside its ${}. */
  const templates: { isSql: boolean; open: number }[] = []
  let line = 0
  for (let at = 0; at < code.length; at++) {
    const top = templates.at(-1)
    if (code[at] === '\n') line++
    else if (code[at] === '`' && top?.open === 0) templates.pop()
    else if (code[at] === '`') {
      const isSql =
        /\bsql$/.test(code.slice(Math.max(0, at - 4), at)) || SQL_BEGINS.test(uncommented.slice(at + 1, at + 80))
      templates.push({ isSql, open: 0 })
    } else if (code[at] === '{' && top) top.open++
    else if (code[at] === '}' && top) top.open--
    if (templates.at(-1)?.isSql) lines.add(line)
  }
  return lines
}

/** Width of each line, except for unbreakable ones: a text for people, a pattern, a page. Comments and SQL count. */
export function widthsOf(source: Source): number[] {
  const [code, uncommented] = [source.code.split('\n'), source.uncommented.split('\n')]
  const ofSql = linesOfSql(source)
  return source.text.split('\n').map((line, index) => {
    if (ofSql.has(index)) return line.length
    const blanks = (code[index] as string).matchAll(/ {2,}/g)
    const texts = [...blanks].map(({ 0: { length }, index: from }) =>
      (uncommented[index] as string).slice(from, from + length).trim(),
    )
    return line.replace(/https?:\/\/\S+/g, '').length - texts.reduce((sum, text) => sum + text.length, 0)
  })
}

/** The texts of all sql`...` of a file, with `?` in place of each value or fragment. */
export function statementsOf({ code, uncommented }: Source): string[] {
  const statements: string[] = []
  for (const { index } of code.matchAll(/\bsql`/g)) {
    let text = ''
    let depth = 0
    for (let at = index + 4; at < code.length; at++) {
      if (depth === 0 && code[at] === '`') break
      // Only code has braces: those in a template's text are blanked.
      if (code[at] === '{') {
        if (depth === 0) text = `${text.slice(0, -1)}?`
        depth++
      } else if (code[at] === '}') depth--
      else if (depth === 0) text += uncommented[at]
    }
    statements.push(text.replace(/\s+/g, ' ').trim())
  }
  return statements
}

/** The tables of db/tables.sql: the kind of each, and its organization column. */
export function tableKinds(): { name: string; kind: string; key: string | null }[] {
  const text = readFileSync(`${root}db/tables.sql`, 'utf8')
  const rows = text.matchAll(/^ {2}\('(\w+)', '([\w ]+)', (?:'(\w+)'|null)\)/gm)
  return [...rows].map(([, name, kind, key]) => ({ name: name as string, kind: kind as string, key: key ?? null }))
}

/** The texts of the migrations, in order. */
export function migrations(): string[] {
  const folder = `${root}db/migrations`
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
}
