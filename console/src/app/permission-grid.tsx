// Permissions by noun, selectable or read-only. A user cannot grant permissions that they lack.

import { Button } from '../design/button.tsx'
import { Checkbox } from '../design/field.tsx'
import { useWords } from './language.tsx'
import { permissionGroups, words } from './permission-words.ts'
import { useMay } from './session.ts'

interface PermissionGridProps {
  chosen: readonly string[]
  /** All permissions to list, in order. */
  offered: readonly string[]
  /** Read-only when unset. */
  onChoose?: (chosen: string[]) => void
}

/** The listed permissions by noun; those without a noun in this version come last. */
function grouped(offered: readonly string[]) {
  const known = new Set<string>(Object.values(permissionGroups).flat())
  return [
    ...Object.entries(permissionGroups).map(([group, names]) => [group, names.filter((one) => offered.includes(one))]),
    ['other', offered.filter((one) => !known.has(one))],
  ].filter(([, names]) => (names as string[]).length > 0) as [keyof typeof words.en.groups | 'other', string[]][]
}

export function PermissionGrid({ chosen, offered, onChoose }: PermissionGridProps) {
  const w = useWords(words)
  const may = useMay()
  const change = (names: readonly string[], isChosen: boolean) => {
    const rest = chosen.filter((one) => !names.includes(one))
    const next = isChosen ? [...rest, ...names] : rest
    onChoose?.(offered.filter((one) => next.includes(one)))
  }
  return (
    <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
      {grouped(offered).map(([group, names]) => {
        const own = names.filter(may)
        const hasAll = own.every((one) => chosen.includes(one))
        const title = group === 'other' ? w.other : w.groups[group]
        return (
          <fieldset key={group} className="min-w-0">
            <legend className="sr-only">{title}</legend>
            <div className="mb-2 flex min-h-8 items-center gap-2 border-b border-line pb-1">
              <span aria-hidden className="grow font-medium">
                {title}
              </span>
              <span className="figures text-small text-soft">
                {w.chosen(names.filter((one) => chosen.includes(one)).length, names.length)}
              </span>
              {onChoose && own.length > 0 && (
                <Button
                  look="quiet"
                  aria-label={`${hasAll ? w.none : w.all}: ${title}`}
                  onPress={() => change(own, !hasAll)}
                >
                  {hasAll ? w.none : w.all}
                </Button>
              )}
            </div>
            <div className="flex flex-col gap-2">
              {names.map((name) => {
                const [label, hint] = w.names[name] ?? [name, '']
                const isLacking = onChoose !== undefined && !may(name) && !chosen.includes(name)
                return (
                  <Checkbox
                    key={name}
                    label={label}
                    hint={isLacking ? w.lacking : hint}
                    checked={chosen.includes(name)}
                    disabled={!onChoose || isLacking}
                    onChange={({ target }) => change([name], target.checked)}
                  />
                )
              })}
            </div>
          </fieldset>
        )
      })}
    </div>
  )
}
