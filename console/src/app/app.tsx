import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Toasts } from '../design/toast.tsx'
import { LanguageProvider } from './language.tsx'
import { queryClient } from './queries.ts'
import { router } from './router.tsx'

export function App() {
  return (
    <LanguageProvider>
      <QueryClientProvider client={queryClient}>
        <Toasts>
          <RouterProvider router={router} />
        </Toasts>
      </QueryClientProvider>
    </LanguageProvider>
  )
}
