import '@fontsource-variable/inter/wght.css'
import './app/rupee-font.css'
import './app/mantine.css'
import '@mantine/notifications/styles.css'
import './app/global.css'
import { setNonce } from 'get-nonce'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { followSession } from './app/follow-session.ts'
import { keepFocus } from './app/keep-focus.ts'
import { loadScreenEarly } from './app/load-screen-early.ts'
import { registerServiceWorker } from './lib/register-service-worker.ts'
import { styleNonce } from './lib/style-nonce.ts'
import { restoreSession } from './lib/session/restore-session.ts'

// For the lock that keeps the page behind a dialog from scrolling.
setNonce(styleNonce())
followSession()
const restored = restoreSession()
loadScreenEarly()
const root = createRoot(document.getElementById('root')!)
// In slices: a phone answers to touches meanwhile.
startTransition(() => root.render(<App restored={restored} />))
keepFocus()
registerServiceWorker()
