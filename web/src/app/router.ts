import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router'
import { FullPageLoader } from '../ui/feedback/full-page-loader.tsx'
import { ScreenFailed } from './screen-failed.tsx'
import { routes } from './routes.tsx'

export const router = createRouter({
  routeTree: routes,
  // Search values stay strings, because a reset token made of digits must not become a number.
  parseSearch: parseSearchWith((value) => value),
  stringifySearch: stringifySearchWith(JSON.stringify),
  defaultPreload: 'intent',
  defaultPendingComponent: FullPageLoader,
  defaultPendingMs: 300,
  defaultErrorComponent: ScreenFailed,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
