// Vite replaces it by the file as a `data:` address.
declare module '*.png?inline' {
  const address: string;
  export default address;
}
