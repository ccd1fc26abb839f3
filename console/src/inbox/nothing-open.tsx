import { MessagesSquare } from 'lucide-react'
import { useWords } from '../app/language.tsx'
import { useMay } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { Empty } from '../design/states.tsx'
import { useBegin } from './begin.ts'
import { listWords } from './list-words.ts'
import { words } from './words.ts'

/** Shown next to the list while no conversation is open. */
export function NothingOpen() {
  const w = useWords(listWords)
  const common = useWords(words)
  const may = useMay()
  const begin = useBegin()
  return (
    <div className="flex grow items-center justify-center">
      <Empty
        icon={<MessagesSquare />}
        title={w.nothingOpen}
        action={may('conversations.manage') && <Button onPress={begin}>{common.begin}</Button>}
      >
        {w.nothingOpenDetail}
      </Empty>
    </div>
  )
}
