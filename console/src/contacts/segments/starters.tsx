import { useWords } from '../../app/language.tsx'
import type { Condition } from '../../app/segment-clauses.ts'
import { Button } from '../../design/button.tsx'
import { useBuilder } from './builder.ts'
import { builderWords } from './builder-words.ts'
import { newCondition, withOperator } from './draft.ts'

const starters = {
  created: { ...newCondition('created'), value: '7' },
  active: newCondition('last_active'),
  inactive: { ...withOperator(newCondition('last_active'), 'not_within'), value: '90' },
} satisfies Record<string, Condition>
const names = Object.keys(starters) as (keyof typeof starters)[]

/** Common segments as a first condition. */
export function Starters() {
  const w = useWords(builderWords)
  const { root, add } = useBuilder()
  return (
    <div className="flex flex-col gap-2 py-2">
      <p className="text-soft">{w.emptyRoot}</p>
      <div className="flex flex-wrap gap-2">
        {names.map((name) => (
          <Button key={name} onPress={() => add(root.key, starters[name])}>
            {w.starters[name]}
          </Button>
        ))}
      </div>
    </div>
  )
}
