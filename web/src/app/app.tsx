import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, StrictMode, Suspense, use } from 'react'
import { styleNonce } from '../lib/style-nonce.ts'
import { queryClient } from '../lib/queries/query-client.ts'
import { useRecentAuthAsked } from '../lib/session/recent-auth.ts'
import { FullPageLoader } from '../ui/feedback/full-page-loader.tsx'
import classes from './app.module.css'
import { router } from './router.ts'
import { cssVariables, theme } from './theme.ts'

// Asked for rarely, and its form is much code.
const RecentAuthDialog = lazy(async () => ({
  default: (await import('./recent-auth-dialog.tsx')).RecentAuthDialog,
}))

type Props = { restored: Promise<void> }

export function App({ restored }: Props) {
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
      >
        <QueryClientProvider client={queryClient}>
          <Notifications
            position="top-right"
            limit={20}
            containerWidth={380}
            transitionDuration={150}
            classNames={{ root: classes['toasts'] }}
          />
          <Suspense fallback={<FullPageLoader />}>
            <Product restored={restored} />
          </Suspense>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
}

// The guards need the session, so no route is chosen before it is restored.
function Product({ restored }: Props) {
  use(restored)
  const isAsked = useRecentAuthAsked()
  return (
    <>
      <RouterProvider router={router} />
      {isAsked && (
        <Suspense>
          <RecentAuthDialog />
        </Suspense>
      )}
    </>
  )
}
