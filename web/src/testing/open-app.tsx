// The whole product in a test's page: router, guards, shell and screen, with the server's answers in place of a server.
import { notifications } from '@mantine/notifications'
import type { HistoryState } from '@tanstack/react-router'
import type { User } from '@trading-bot/contract/rest/accounts/auth'
import { readProfile } from '@trading-bot/contract/rest/accounts/auth'
import { createRoot, type Root } from 'react-dom/client'
import { expect, vi } from 'vitest'
import { type Locator, locators, page } from 'vitest/browser'
import { App } from '../app/app.tsx'
import { router } from '../app/router.ts'
import { queryClient } from '../lib/queries/query-client.ts'
import { restoreSession } from '../lib/session/restore-session.ts'
import { session } from '../lib/session/session.ts'
import { answer, recorded, recordedAtTime, resetAnswers, type Role } from './answers.ts'

let root: Root | undefined

/** Whose session the browser holds from an earlier visit; `change` makes the user another one. */
export function signInAs(role: Role, change: Partial<User> = {}): User | undefined {
  resetAnswers(role)
  vi.setSystemTime(recordedAtTime())
  if (role === 'visitor') return undefined
  const user = { ...recorded(readProfile), ...change }
  answer(readProfile, user)
  storeSession(user)
  return user
}

export function storeSession(user: User): void {
  localStorage.setItem('access_token', 'access')
  localStorage.setItem('refresh_token', 'refresh')
  localStorage.setItem('user', JSON.stringify(user))
  localStorage.setItem('remember_me', 'false')
}

/** Visits an address as a browser does: the product starts anew. `state` is what the page before would have passed on. */
export async function visit(path: string, state?: Partial<HistoryState>): Promise<void> {
  closeApp()
  const container = document.createElement('div')
  container.id = 'root'
  document.body.append(container)
  window.history.replaceState(null, '', path)
  session.begin()
  router.history.replace(path, state)
  // The router still waits for the screen before to be drawn; it is gone, and the next thing drawn is the new one.
  router.startTransition = async (draw) => {
    draw()
    return true
  }
  const restored = restoreSession().then(() => router.load())
  root = createRoot(container)
  root.render(<App restored={restored} />)
}

/** Ends the product and forgets what it held in memory, as closing the tab does. */
export function closeApp(): void {
  // All at once and first: taking it out piece by piece styles and lays out what is left.
  document.body.replaceChildren()
  root?.unmount()
  root = undefined
  notifications.clean()
  queryClient.clear()
}

/** Waits until the product has gone to an address. */
export async function expectPath(path: string): Promise<void> {
  await expect.poll(() => window.location.pathname).toBe(path)
}

export function toast(text: string | RegExp) {
  return page.css('[data-kind]').filter({ hasText: text })
}

locators.extend({
  /** By a selector: only for what has no role, label or text of its own. */
  css: (selector: string) => selector,
})

declare module 'vitest/browser' {
  interface LocatorSelectors {
    css(selector: string): Locator
  }
}
