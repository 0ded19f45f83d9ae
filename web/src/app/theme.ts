// The look in one place: tokens for colour, type, radius and spacing, and the few component defaults
// that the library leaves below WCAG AA or unnamed.
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const brand: MantineColorsTuple = [
  '#eef2ff',
  '#dde4ff',
  '#bccaff',
  '#9db1ff',
  '#829aff',
  '#5f79f5',
  '#3f5be8',
  '#334ccf',
  '#2a3fad',
  '#20318a',
]
const gray: MantineColorsTuple = [
  '#f5f6f8',
  '#eef0f4',
  '#e2e6ec',
  '#d0d6df',
  '#aeb6c3',
  '#868f9f',
  '#5f6979',
  '#465062',
  '#2b3341',
  '#161b25',
]
const dark: MantineColorsTuple = [
  '#e7eaf0',
  '#c5cbd6',
  '#9ea7b6',
  '#7d8797',
  '#323a47',
  '#272e39',
  '#1a2029',
  '#12171e',
  '#0c1015',
  '#07090d',
]

// Darker than the library's from 6 on, so that white text on it passes.
const red: MantineColorsTuple = [
  '#fff1f1',
  '#ffdfe0',
  '#ffc0c2',
  '#ff9a9e',
  '#ff7d83',
  '#ee4c55',
  '#d02a37',
  '#b21f2c',
  '#8f1823',
  '#6f121b',
]

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 6 },
  colors: { brand, gray, dark, red },
  autoContrast: true,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  headings: {
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '1.75rem' },
      h2: { fontSize: '1.25rem' },
      h3: { fontSize: '1rem' },
      h4: { fontSize: '0.875rem' },
    },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // Without an accessible name, screen readers would read only "button".
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
    // A dialog's header is not a second banner of the page.
    ModalHeader: { defaultProps: { role: 'none' } },
    DrawerHeader: { defaultProps: { role: 'none' } },
    Modal: {
      defaultProps: { centered: true, transitionProps: { duration: 150 } },
      styles: { title: { fontWeight: 620 } },
    },
    Drawer: { defaultProps: { transitionProps: { duration: 150 } } },
    // The library's focus placeholder is not a menu item, and a menu may contain only menu items.
    Menu: {
      defaultProps: { transitionProps: { duration: 120 }, shadow: 'md', withInitialFocusPlaceholder: false },
    },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 120 } } },
    // Descriptions are below the field, so that fields in one row stay aligned.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      styles: { label: { marginBottom: 4 } },
    },
    // A link inside a sentence must not be recognisable by its colour alone.
    Anchor: { defaultProps: { underline: 'always' } },
    // Blue is for what can be pressed, and a badge never can.
    Badge: { defaultProps: { tt: 'none', fw: 600, color: 'gray' } },
    Paper: { defaultProps: { withBorder: true } },
    Skeleton: { defaultProps: { radius: 'sm' } },
  },
})

/** `page` is the canvas; the library's "body" is the surface of cards, menus and dialogs on it. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--tb-page': gray[0],
    '--tb-line': gray[2],
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': gray[9],
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': '#6f7989',
    '--mantine-color-default-border': gray[3],
    '--mantine-color-error': '#c01f2e',
    '--mantine-color-anchor': brand[7],
    '--mantine-color-yellow-light-color': '#7a4b00',
    '--mantine-color-cyan-light-color': '#075567',
    '--mantine-color-green-light-color': '#14532d',
  },
  dark: {
    '--tb-page': dark[8],
    '--tb-line': dark[5],
    '--mantine-color-body': dark[7],
    '--mantine-color-text': dark[0],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': dark[3],
    '--mantine-color-default-border': dark[4],
    '--mantine-color-error': '#ff8a8f',
    '--mantine-color-anchor': brand[3],
    // Tints are lighter than the surface, not darker.
    '--mantine-color-gray-light': dark[5],
    '--mantine-color-brand-light': 'rgb(95 121 245 / 20%)',
    '--mantine-color-brand-light-color': brand[2],
    '--mantine-color-red-light': 'rgb(238 76 85 / 16%)',
    '--mantine-color-yellow-light': 'rgb(250 176 5 / 14%)',
    '--mantine-color-cyan-light': 'rgb(34 184 207 / 16%)',
    '--mantine-color-cyan-light-color': '#8be0ee',
    '--mantine-color-green-light': 'rgb(64 192 87 / 16%)',
    '--mantine-color-green-light-color': '#8ce99a',
  },
})
