import type { CreatedToken } from '@samvad/sdk'
import { useWords } from '../app/language.tsx'
import { Button } from '../design/button.tsx'
import { Code } from '../design/copy.tsx'
import { Dialog } from '../design/dialog.tsx'
import { curlOf } from './curl.ts'
import { words } from './tokens-words.ts'
import { words as developerWords } from './words.ts'

/** Shows the token, which is possible only once, with a call to try it. */
export function TokenMade({ token, onClose }: { token: CreatedToken; onClose: () => void }) {
  const w = useWords(words)
  const { done } = useWords(developerWords)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={w.madeTitle}
      description={w.madeDetail}
      actions={
        <Button look="primary" onPress={onClose}>
          {done}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Code text={token.access_token} />
        <div>
          <p className="mb-1 font-medium">{w.tryIt}</p>
          <Code text={curlOf(token.access_token)} />
        </div>
      </div>
    </Dialog>
  )
}
