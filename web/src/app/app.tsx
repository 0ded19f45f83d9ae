import { MantineProvider } from '@mantine/core'
import { useNotifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, StrictMode, Suspense, use, useState } from 'react'
import { lazyAhead } from '../lib/lazy-ahead.ts'
import { styleNonce } from '../lib/style-nonce.ts'
import { queryClient } from '../lib/queries/query-client.ts'
import { useRecentAuthAsked } from '../lib/session/recent-auth.ts'
import { FullPageLoader } from '../ui/feedback/full-page-loader.tsx'
import { router } from './router.ts'
import { cssVariables, theme } from './theme.ts'

// Asked for rarely, and its form is much code.
const RecentAuthDialog = lazy(async () => ({
  default: (await import('./recent-auth-dialog.tsx')).RecentAuthDialog,
}))

// No page begins with a toast.
const Toasts = lazyAhead(async () => (await import('./toasts.tsx')).Toasts)

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
          <ToastsOnceNeeded />
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

function ToastsOnceNeeded() {
  const isThere = useNotifications().notifications.length > 0
  const [wasThere, setWasThere] = useState(false)
  if (isThere && !wasThere) setWasThere(true)
  return (
    wasThere && (
      <Suspense>
        <Toasts />
      </Suspense>
    )
  )
}
