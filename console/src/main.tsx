import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { isAway } from './app/away.tsx'
import { loadErrorTextsEarly } from './app/errors.tsx'
import { router } from './app/router.tsx'
import { startWorker } from './app/service-worker.ts'
import { listenForShortcuts } from './app/shortcuts.ts'
import { watchForStale } from './app/stale.ts'
import { showTheme } from './app/theme.ts'
import './design/tokens.css'

showTheme()
listenForShortcuts()
loadErrorTextsEarly()
watchForStale()
startWorker((path) => router.history.push(path))
const onCaughtError = (error: unknown) => isAway(error) || console.error(error)
createRoot(document.getElementById('root') as HTMLElement, { onCaughtError }).render(<App />)
