import { MessagesSquare } from 'lucide-react'
import { useWords } from '../app/language.tsx'
import { useMay } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { Empty } from '../design/states.tsx'
import { useBegin } from './begin.ts'
import { words } from './words.ts'

/** Beside the list, while no conversation is open. */
export function NothingOpen() {
  const w = useWords(words)
  const may = useMay()
  const begin = useBegin()
  return (
    <div className="flex grow items-center justify-center">
      <Empty
        icon={<MessagesSquare />}
        title={w.nothingOpen}
        action={may('conversations.manage') && <Button onPress={begin}>{w.begin}</Button>}
      >
        {w.nothingOpenDetail}
      </Empty>
    </div>
  )
}
