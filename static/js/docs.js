// The API's documentation follows the device's light or dark setting, as the pages do; Swagger UI knows the class.
"use strict";
{
  const isDark = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => document.documentElement.classList.toggle("dark-mode", isDark.matches);
  isDark.addEventListener("change", follow);
  follow();
}
