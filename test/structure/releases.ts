// Released migrations never change: which of them a version of CHANGELOG.md contains, and their texts. Pure functions.

export interface Releases {
  changelog: string
  /** db/released-migrations.txt */
  released: string
  /** Of package.json. */
  version: string
  /** The hash of each migration's text by name, in order. */
  migrations: ReadonlyMap<string, string>
}

interface Line {
  version: string
  name: string
  hash: string
}

/** Every inconsistency, as a sentence. */
export function faultsOf({ changelog, released, version, migrations }: Releases): string[] {
  const lines = linesOf(released)
  const versions = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$/gm)].map(([, one]) => one)
  const newer = [...migrations.keys()].filter((name) => !lines.some((line) => line.name === name))
  const last = lines.at(-1)?.name ?? ''
  return [
    ...lines.flatMap((line) => changeOf(line, migrations)),
    ...lines
      .filter((line) => !versions.includes(line.version))
      .map((line) => `CHANGELOG.md has no version ${line.version}, which brought ${line.name}.`),
    ...newer
      .filter((name) => name < last)
      .map((name) => `${name} comes before ${last}, which is released: a database that has that one never gets it.`),
    ...(versions[0] === version
      ? []
      : [`package.json says ${version}, and the last of CHANGELOG.md is ${versions[0]}.`]),
    ...(newer.length > 0 && isAllReleased(changelog)
      ? [
          'CHANGELOG.md says that nothing is unreleased. Say under "Unreleased" what these migrations bring, or add to ' +
            `db/released-migrations.txt:\n${newer.map((name) => `${version} ${name} ${migrations.get(name)}`).join('\n')}`,
        ]
      : []),
  ]
}

function changeOf({ version, name, hash }: Line, migrations: Releases['migrations']): string[] {
  const now = migrations.get(name)
  if (now === hash) return []
  const what = now === undefined ? 'is gone' : 'has another text'
  return [
    `${name} ${what}: databases were made with it since ${version}. Put it back; a change is a new migration (its text now: ${now}).`,
  ]
}

function linesOf(released: string): Line[] {
  return released
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [version = '', name = '', hash = ''] = line.split(' ')
      return { version, name, hash }
    })
}

function isAllReleased(changelog: string): boolean {
  const unreleased = /^## \[Unreleased\]\r?\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(changelog)?.[1] ?? ''
  return unreleased.trim() === ''
}
