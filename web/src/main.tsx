import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './app/global.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { followSession } from './app/follow-session.ts'
import { restoreSession } from './lib/session/restore-session.ts'

followSession()
createRoot(document.getElementById('root')!).render(<App restored={restoreSession()} />)
