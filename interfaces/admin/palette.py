"""The pages' blue in place of the theme's purple: 4.5:1 for text, 500 on the dark ground and 600 on the light one."""

PRIMARY = {
    "50": "#f2f5fd",
    "100": "#e3eafb",
    "200": "#c6d4f7",
    "300": "#9db8ff",
    "400": "#84a4fa",
    "500": "#7c9df5",
    "600": "#2450c4",
    "700": "#1b3f9f",
    "800": "#173585",
    "900": "#142d6e",
    "950": "#0c1b45",
}
