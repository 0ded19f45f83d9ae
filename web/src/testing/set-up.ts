// Runs once in the page of the component tests, before their files.
import '@fontsource-variable/inter/wght.css'
import '../app/mantine.css'
import '@mantine/notifications/styles.css'
import '../app/global.css'
import { afterEach, beforeEach, vi } from 'vitest'
import { followSession } from '../app/follow-session.ts'
import { keepFocus } from '../app/keep-focus.ts'
import { AnsweredUpload } from './answer-upload.ts'
import { answerFetch, resetAnswers, unansweredCalls } from './answers.ts'
import { closeApp } from './open-app.tsx'

// Laid out, focused and clicked as ever, but nothing looks at its pixels: painting them took a quarter of the time.
window.frameElement?.setAttribute('style', `${window.frameElement.getAttribute('style') ?? ''}; opacity: 0`)
const isFirst = !('isProductStarted' in window)
if (isFirst) {
  Object.assign(window, { isProductStarted: true })
  vi.stubGlobal('fetch', answerFetch)
  vi.stubGlobal('XMLHttpRequest', AnsweredUpload)
  followSession()
  keepFocus()
}

beforeEach(() => {
  // The recorded answers keep their day; timers run as ever.
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true })
  localStorage.clear()
  sessionStorage.clear()
  resetAnswers('visitor')
})

afterEach(() => {
  closeApp()
  vi.useRealTimers()
  const calls = unansweredCalls()
  if (calls.length > 0) throw new Error(`No answer was given for ${calls.join(', ')}.`)
})
