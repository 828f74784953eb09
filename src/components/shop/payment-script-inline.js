{
  const script = document.createElement('script');
  script.id = 'payment-script';
  script.src = document.currentScript.dataset.url;
  // Kept on the element, because the island that waits for the script may arrive after it has failed.
  script.addEventListener('error', () => {
    script.dataset.failed = '';
  });
  document.head.append(script);
}
